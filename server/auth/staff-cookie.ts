import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Me } from '#contract/console/access.ts'
import type { Staff } from '#contract/console/staff.ts'
import { setStaffCookie, staffWith } from '../http/console/staff.ts'
import type { StartedSession } from './staff/sessions.ts'

/** Gives the browser the cookie of a session that has just begun. Returns who is signed in. */
export function startInBrowser(app: FastifyInstance, reply: FastifyReply, { token, staff }: StartedSession): Me {
  setStaffCookie(reply, app.staffAccess, token)
  return toMe(staffWith(staff))
}

/** The member of staff as the console shows them. */
export const toMe = ({ staffId, name, email, role, permissions }: Staff): Me => ({
  ...{ id: staffId, name, email, role },
  permissions: [...permissions],
})
