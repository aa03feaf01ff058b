import { roles } from '../../contract/permissions.ts'
import { label } from '../ui/text.ts'

/** The roles of an account, to choose from. */
export function roleChoices(): { value: string; label: string }[] {
  return Object.keys(roles).map((role) => ({ value: role, label: roleName(role) }))
}

/** A role in words. */
export function roleName(role: string): string {
  return label(`profile.role.${role}`)
}

/** What a role may do, in a sentence. */
export function roleText(role: string): string {
  return label(`profile.role.${role}.text`)
}
