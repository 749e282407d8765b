# Two images from a clean checkout: the reference server, and the conformance suite.
#
#   docker build -t payment-invoice-server .
#   docker run --rm --read-only -p 8080:8080 payment-invoice-server                                     (a sandbox)
#   docker run --read-only -p 8080:8080 -v payments:/data --env-file live.env payment-invoice-server    (live)
#   docker run --rm -v payments:/data --env-file live.env payment-invoice-server admin account list
#
#   docker build --target conformance -t payment-invoice-conformance .
#   docker run --rm --user "$(id -u):$(id -g)" -e TOKEN -v "$PWD:/work" payment-invoice-conformance --base-url https://pay.example.com

# Each base by the digest of its list of architectures; Renovate raises it.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS packed
WORKDIR /toolkit
COPY . ./
RUN npm run pack

FROM packed AS server-files
WORKDIR /server
# By the versions and hashes of the lockfile.
RUN node /toolkit/scripts/packages/lock-image.ts --room packages/server --out . && npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# Of the database's package only this machine's binary: the rest is for other machines, and for those who compile it.
RUN cd node_modules/better-sqlite3 && rm -rf deps src && find prebuilds -type f ! -name "linux-$(node -p process.arch).node" -delete
RUN mkdir data

FROM packed AS conformance-files
WORKDIR /suite
RUN node /toolkit/scripts/packages/lock-image.ts --room conformance --out . && npm ci --omit=dev --ignore-scripts --no-audit --no-fund

# With a shell: `--pay` and `--start` take commands.
FROM node:24.21.0-alpine@sha256:ebfe2f90462722a7a4de65e91990e97fe0d401c70e0e762c5b53302f905ec1c1 AS conformance
COPY --from=conformance-files /suite /suite
# Reports go here; mount a folder to keep them.
WORKDIR /work
RUN chown node:node /work
USER node
ENTRYPOINT ["node", "/suite/node_modules/@payment-invoice/conformance/dist/bin/conformance.js"]
CMD ["--help"]

# Without a shell, a package manager or a second Node.js. The last stage is what a build without --target makes.
FROM gcr.io/distroless/nodejs24-debian13:nonroot@sha256:774b7d020b24214835769e24c3544835526cd0288f0b094eae48e8b2c2429a79 AS server
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /server
COPY --from=server-files /server/node_modules ./node_modules
# 65532 is the user of this base.
COPY --from=server-files --chown=65532:65532 /server/data /data
USER 65532:65532
VOLUME /data
EXPOSE 8080
# 503 while the store is away; the process itself may be well.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["/nodejs/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not npm: the signal that stops the container must reach the server itself. The space for new objects begins as large as it becomes.
ENTRYPOINT ["/nodejs/bin/node", "--min-semi-space-size=16", "node_modules/@payment-invoice/server/dist/bin/server.js"]
