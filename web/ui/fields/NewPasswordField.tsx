import { useState } from 'react'
import { t } from '../text.ts'
import { PasswordField } from './PasswordField.tsx'
import { passwordAdvice } from './password-advice.ts'

type NewPasswordFieldProps = {
  /** The least and greatest number of characters. */
  limits: { least: number; most: number }
  /** Name and e-mail address of the person, as far as they are known: the password must not contain them. */
  words?: readonly string[]
  error?: string | undefined
}

/** A field for a new password; says in words what is missing, and how good the password is. */
export function NewPasswordField({ limits, words = [], error }: NewPasswordFieldProps) {
  const [password, setPassword] = useState('')
  return (
    <PasswordField
      label={t('password.new')}
      name="password"
      autoComplete="new-password"
      value={password}
      onChange={(event) => setPassword(event.target.value)}
      error={error}
      hint={adviceText(password, limits, words)}
    />
  )
}

function adviceText(password: string, limits: { least: number; most: number }, words: readonly string[]): string {
  const advice = passwordAdvice(password, limits, words)
  switch (advice.says) {
    case 'nothing':
      return t('password.advice', { least: limits.least })
    case 'short':
      return t('password.short', { left: advice.left })
    case 'long':
      return t('password.long', { most: limits.most })
    default:
      return t(`password.${advice.says}`)
  }
}
