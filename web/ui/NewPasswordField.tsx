import { useState } from 'react'
import { PasswordField } from './PasswordField.tsx'
import { passwordAdvice } from './password-advice.ts'
import { t } from './text.ts'

type NewPasswordFieldProps = {
  /** Characters that it has at least and at most. */
  limits: { least: number; most: number }
  /** Name and e-mail of whose password it is, as far as they are known: it must not hold them. */
  words?: readonly string[]
  error?: string | undefined
}

/** A field for a password that is chosen now; says in words what is missing, and how good it is. */
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
