# The reference server, alone. Build: docker build -t payment-invoice-server .
# A sandbox:  docker run --rm -p 8080:8080 payment-invoice-server
# Live:       docker run -p 8080:8080 -v payments:/data --env-file live.env payment-invoice-server
FROM node:24-bookworm-slim AS install
WORKDIR /app
COPY pnpm-workspace.yaml pnpm-lock.yaml package.json ./
COPY openapi/package.json openapi/
COPY packages/generated/package.json packages/generated/
COPY packages/stubs/package.json packages/stubs/
COPY packages/server/package.json packages/server/
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile --prod --filter @payment-invoice/server...

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=install /app ./
COPY packages/generated packages/generated
COPY packages/stubs packages/stubs
COPY packages/server packages/server
USER node
VOLUME /data
EXPOSE 8080
# 503 while the store is away; the process itself may be well.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not npm: the signal that stops the container must reach the server itself.
CMD ["node", "packages/server/bin/server.ts"]
