import { Bell, CalendarDays, type LucideIcon, Mail, MonitorSmartphone } from 'lucide-react'
import type { Channel } from '#contract/notifications/kinds.ts'
import type { NoticeSettings } from '#contract/notifications/settings.ts'
import { isDocumentType } from '#contract/values.ts'
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

/** Returns the function that turns a channel of a kind on or off. */
export function useChannelToggle({
  kind,
  channels: enabledChannels,
}: KindChoice): (channel: Channel, enabled: boolean) => void {
  const save = useSaveSettings()
  return (channel, enabled) => {
    const others = enabledChannels.filter(
      (other) => other !== channel && !(enabled && isMail(channel) && isMail(other)),
    )
    save.mutate({ kinds: [{ kind, channels: enabled ? [...others, channel] : others }] })
  }
}

/** The accessible name of a checkbox: the kind and the channel. */
export function tickLabel(channel: Channel, name: string): string {
  return `${name}: ${t(`settings.channel.${channel}`)}`
}
