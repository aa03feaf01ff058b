import { Bell, CalendarDays, type LucideIcon, Mail, MonitorSmartphone } from 'lucide-react'
import type { Channel } from '#contract/notifications/kinds.ts'
import type { NoticeSettings } from '#contract/notifications/settings.ts'
import { isDocumentType } from '#contract/values.ts'
import type { Write } from '../ui/states/WriteFault.tsx'
import { label, t } from '../ui/text.ts'
import { useSaveSettings } from './settings-queries.ts'

export type KindChoice = NoticeSettings['kinds'][number]

export const channelIcons: Readonly<Record<Channel, LucideIcon>> = {
  portal: Bell,
  now: Mail,
  digest: CalendarDays,
  push: MonitorSmartphone,
}

/** The kinds grouped by their subject, each group with its name, in the order of the settings. */
export function groupsOf(kinds: readonly KindChoice[]): { group: string; name: string; kinds: KindChoice[] }[] {
  const groups = Map.groupBy(kinds, ({ kind }) => kind.split('.')[0] ?? '')
  return [...groups].map(([group, groupKinds]) => ({
    group,
    name: isDocumentType(group) ? t(`type.${group}`) : label(`settings.group.${group}`),
    kinds: groupKinds,
  }))
}

/** Whether a channel is one of the two by mail, which exclude each other. */
const isMail = (channel: Channel) => channel === 'now' || channel === 'digest'

/** The function that turns a channel of a kind on or off, and the change it makes. */
export function useChannelToggle({ kind, channels: enabledChannels }: KindChoice): {
  choose: (channel: Channel, enabled: boolean) => void
  save: Write
} {
  const save = useSaveSettings()
  const choose = (channel: Channel, enabled: boolean) => {
    const others = enabledChannels.filter(
      (other) => other !== channel && !(enabled && isMail(channel) && isMail(other)),
    )
    save.mutate({ kinds: [{ kind, channels: enabled ? [...others, channel] : others }] })
  }
  return { choose, save }
}

/** The accessible name of a checkbox: the kind and the channel. */
export function tickLabel(channel: Channel, name: string): string {
  return `${name}: ${t(`settings.channel.${channel}`)}`
}
