import type { Dashboard } from '#contract/dashboard.ts'
import { documentPath, requestsPath } from '../paths.ts'

/** The link to what the supplier asked back, in its conversation; what is no document is named behind a slash. */
export const questionPath = ({ id, type, number, isDocument }: Dashboard['questions'][number]) => {
  const hash = `message-${id}`
  if (type !== 'account' && number !== null && isDocument) return { ...documentPath(type, number), hash }
  return { ...requestsPath({ conversations: 'true' }), hash: number === null ? hash : `${hash}/${number}` }
}
