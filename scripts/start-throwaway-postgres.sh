#!/bin/sh
# Three sandboxes on a PostgreSQL, behind a balancer on any free port, their data gone when they end: the matrix checks them.
SERVER_MODE=sandbox PORT=0 exec node packages/server/bin/start-postgres.ts --servers 3 --throwaway --json
