#!/bin/sh
# Starts three sandboxes on one PostgreSQL database, behind a load balancer on a free port, for the detection matrix. Removes
# their data when they end.
SERVER_MODE=sandbox PORT=0 exec node packages/server/bin/start-postgres.ts --servers 3 --throwaway --json
