import { roles } from '#contract/permissions.ts'
import { label } from '../ui/text.ts'

/** The roles of an account as choices. */
export function roleChoices(): { value: string; label: string }[] {
  return Object.keys(roles).map((role) => ({ value: role, label: roleName(role) }))
}

/** The name of a role. */
export function roleName(role: string): string {
  return label(`profile.role.${role}`)
}

/** The permissions of a role, in a sentence. */
export function roleText(role: string): string {
  return label(`profile.role.${role}.text`)
}
