import { type Static, Type } from 'typebox'
import { OptionalText } from '../values/nullable.ts'

/* What colleagues say of a quote before it is accepted. */

/** What a colleague who was asked may say. */
export const approvalDecisions = ['approved', 'declined'] as const
export type ApprovalDecision = (typeof approvalDecisions)[number]

export const Approval = Type.Object({
  id: Type.String({ description: 'Names the colleague who was asked.' }),
  name: Type.String({ description: 'What they are called.' }),
  own: Type.Boolean({ description: 'Whether that is the viewer.' }),
  decision: Type.Unsafe<ApprovalDecision | null>({
    type: ['string', 'null'],
    enum: [...approvalDecisions, null],
    description: 'What they said; null while they are still asked.',
  }),
  reason: Type.Unsafe<string | null>({ ...OptionalText, description: 'Their words.' }),
  decidedAt: Type.Unsafe<string | null>({ ...OptionalText, description: 'When they said it.' }),
})
export type Approval = Static<typeof Approval>

/** An approval as the supplier and the evidence of an acceptance name it: without words among colleagues. */
export const NamedApproval = Type.Omit(Approval, ['id', 'own', 'reason'])
export type NamedApproval = Static<typeof NamedApproval>

/** The states of a request for approval whose answers are about the quote as it is. */
export const standingApprovals = ['colleagues', 'accepted', 'declined'] as const

/** What becomes of a request for approval by what was said: it waits until all have answered. */
export function stateOfApprovals(approvals: readonly Pick<Approval, 'decision'>[]): (typeof standingApprovals)[number] {
  if (approvals.some(({ decision }) => decision === null)) return 'colleagues'
  return approvals.every(({ decision }) => decision === 'approved') ? 'accepted' : 'declined'
}
