import type { FastifyInstance } from 'fastify'

/** A logo that the portal serves itself, with its address. */
type ServedLogo = { format: keyof typeof logoTypes; bytes: Buffer; address: string }

/** The media types of logos. */
export const logoTypes = { svg: 'image/svg+xml', png: 'image/png', jpg: 'image/jpeg' } as const

/**
 * Serves the logo that is in force, at its address alone: a server that has not heard of another one yet answers 404,
 * which nothing keeps, rather than another picture, which browsers would keep for good.
 */
export function serveLogo(app: FastifyInstance, logo: () => ServedLogo | undefined): void {
  app.get('/brand/logo', (request, reply) => {
    const current = logo()
    if (current?.address !== request.url) return reply.header('cache-control', 'no-store').code(404).send()
    return (
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        // An SVG that is opened by itself is a page: it runs nothing and reaches nothing.
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        .type(logoTypes[current.format])
        .send(current.bytes)
    )
  })
}
