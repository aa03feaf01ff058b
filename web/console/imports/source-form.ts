import type { FileSourceStatus } from '#contract/console/file-sources.ts'
import {
  type FileSource,
  type FileSourceKind,
  fileSourceKinds,
  fileSourceLimits,
  type SignIn,
  signIns,
} from '#contract/imports/file-sources.ts'
import { profileNamePattern } from '#contract/imports/profile-name.ts'
import { requiredFaults } from '#web/auth/form.ts'
import { type Faults, fieldText } from '#web/ui/form.ts'
import { t } from '#web/ui/text.ts'

/** The fields of a source, in order. */
export const sourceFields = [
  'name',
  'profile',
  'url',
  'user',
  'secret',
  'hostKey',
  'senders',
  'minutes',
  'silentHours',
] as const

/** What the address of each kind begins with. */
export const schemeOf: Readonly<Record<FileSourceKind, string>> = {
  https: 'https://',
  sftp: 'sftp://',
  mailbox: 'imaps://',
}

export const isKind = (text: string): text is FileSourceKind => (fileSourceKinds as readonly string[]).includes(text)
export const isSignIn = (text: string): text is SignIn => (signIns as readonly string[]).includes(text)

/** Whether a name belongs to this way to sign in. */
export const hasUser = (signIn: SignIn): boolean => signIn !== 'none' && signIn !== 'token'

const trimmed = (data: FormData, name: string) => fieldText(data, name).trim()
const linesOf = (text: string) => text.split(/[\s,;]+/).filter((line) => line !== '')
const isWhole = (text: string, most: number) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= most

/** What the browser can see is wrong before anything is sent. */
export function sourceFaults(data: FormData, before: FileSourceStatus | undefined): Faults {
  const kind = fieldText(data, 'kind')
  const signIn = fieldText(data, 'signIn')
  const hostKey = trimmed(data, 'hostKey')
  const silent = trimmed(data, 'silentHours')
  const required = ['url', ...(isSignIn(signIn) && hasUser(signIn) ? ['user'] : [])]
  if (kind === 'mailbox') required.push('senders')
  if (signIn !== 'none' && !before?.hasSecret) required.push('secret')
  const checks: [string, boolean, string][] = [
    ['name', new RegExp(profileNamePattern).test(trimmed(data, 'name')), t('imports.name.wrong')],
    ['hostKey', hostKey === '' || /^SHA256:[A-Za-z0-9+/]{43}$/.test(hostKey), t('imports.source.hostKey.wrong')],
    [
      'senders',
      linesOf(fieldText(data, 'senders')).every((line) => /^[^@\s]*@[^@\s]+$/.test(line)),
      t('imports.source.senders.wrong'),
    ],
    ['minutes', isWhole(trimmed(data, 'minutes'), fileSourceLimits.mostMinutes), t('imports.source.minutes.wrong')],
    [
      'silentHours',
      silent === '' || isWhole(silent, fileSourceLimits.mostSilentHours),
      t('imports.source.silent.wrong'),
    ],
  ]
  const wrong = checks.filter(([, isRight]) => !isRight).map(([field, , text]) => [field, text])
  return { ...Object.fromEntries(wrong), ...requiredFaults(data, required) }
}

/** The source that a form holds, with its secret where one was entered. */
export function enteredSource(data: FormData): { source: FileSource; secret?: string } {
  const kind = fieldText(data, 'kind')
  const signIn = fieldText(data, 'signIn')
  const chosen: SignIn = isSignIn(signIn) ? signIn : 'none'
  const hostKey = trimmed(data, 'hostKey')
  const silent = trimmed(data, 'silentHours')
  const secret = fieldText(data, 'secret')
  const source = {
    ...{ name: trimmed(data, 'name'), profile: fieldText(data, 'profile'), url: trimmed(data, 'url') },
    ...{ signIn: chosen, minutes: Number(trimmed(data, 'minutes')), isOn: data.get('isOn') !== null },
    ...(hasUser(chosen) ? { user: trimmed(data, 'user') } : {}),
    ...(kind === 'sftp' ? { leavesFiles: data.get('leavesFiles') !== null } : {}),
    ...(kind === 'sftp' && hostKey !== '' ? { hostKey } : {}),
    ...(kind === 'mailbox' ? { senders: linesOf(fieldText(data, 'senders')) } : {}),
    ...(silent === '' ? {} : { silentHours: Number(silent) }),
  }
  return { source, ...(secret === '' || chosen === 'none' ? {} : { secret }) }
}
