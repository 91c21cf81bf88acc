# The embedded PostgreSQL is a binary for glibc: Debian, not Alpine.
# One base for both stages, by the digest of its index, which is the same for every architecture; of another Node: docs/operations.md.
ARG BASE=node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# What the admin is built of stays here; maps are for whoever debugs libraries.
RUN npm run build && npm prune --omit=dev && find node_modules -name '*.map' -delete

FROM ${BASE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json /app/package-lock.json ./
COPY --from=build /app/cli/planner.mjs /app/cli/start.mjs /app/cli/build.mjs ./cli/
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN ln -s /app/cli/planner.mjs /usr/local/bin/planner && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# Readiness, not life: a process whose worker hangs or whose disk is full is unhealthy too.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT||3000}/api/ready/`).then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "cli/planner.mjs", "serve"]
