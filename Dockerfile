# The service of Scenewright: docs/operating.md says how it is run.
FROM node:22.20.0-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm run setup
# Both published packages with their dependencies, as the lockfile has them, and nothing that only builds them.
RUN pnpm="npx --yes $(node -p "require('./package.json').packageManager")" \
  && $pnpm --filter scenewright deploy --prod --config.inject-workspace-packages=true /app \
  && $pnpm --filter scenewright-service deploy --prod --config.inject-workspace-packages=true \
    /app/node_modules/scenewright-service

FROM node:22.20.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build --chown=root:root /app .
RUN mkdir /data && chown node:node /data
USER node
VOLUME ["/data"]
EXPOSE 4600
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4600/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the process that is told to stop. It listens inside its container, behind a proxy that speaks TLS.
ENTRYPOINT ["node", "bin/scenewright.cjs"]
CMD ["service", "start", "--data", "/data", "--host", "0.0.0.0", "--behind-proxy", "--log"]
STOPSIGNAL SIGTERM
