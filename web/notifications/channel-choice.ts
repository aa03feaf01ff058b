import { Bell, CalendarDays, type LucideIcon, Mail, MonitorSmartphone } from 'lucide-react'
import type { Channel } from '../../contract/notice-kinds.ts'
import type { NoticeSettings } from '../../contract/notice-settings.ts'
import { isDocumentType } from '../../contract/values.ts'
import { label, t } from '../ui/text.ts'
import { useSaveSettings } from './settings-queries.ts'

export type KindChoice = NoticeSettings['kinds'][number]

export const channelIcons: Readonly<Record<Channel, LucideIcon>> = {
  portal: Bell,
  now: Mail,
  digest: CalendarDays,
  push: MonitorSmartphone,
}

/** The kinds under what they are about, each with its name, in the order of the settings. */
export function groupsOf(kinds: readonly KindChoice[]): { group: string; name: string; kinds: KindChoice[] }[] {
  const groups = Map.groupBy(kinds, ({ kind }) => kind.split('.')[0] ?? '')
  return [...groups].map(([group, groupKinds]) => ({
    group,
    name: isDocumentType(group) ? t(`type.${group}`) : label(`settings.group.${group}`),
    kinds: groupKinds,
  }))
}

/** Of the two ways of mailing one is enough. */
const isMail = (channel: Channel) => channel === 'now' || channel === 'digest'

/** What ticks a channel of a kind, or takes its tick away. */
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

/** What a tick is called: of what one is told, and where. */
export function tickLabel(channel: Channel, name: string): string {
  return `${name}: ${t(`settings.channel.${channel}`)}`
}
