import { createRouter } from '../routing/router.ts'
import { routes } from './routes.ts'

/** The router of the signed-in pages. All links and search parameters are type-checked against its routes. */
export const router = createRouter(routes)
