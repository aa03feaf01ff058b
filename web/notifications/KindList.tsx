import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { channels } from '#contract/notifications/kinds.ts'
import type { NoticeSettings } from '#contract/notifications/settings.ts'
import { WriteFault } from '../ui/states/WriteFault.tsx'
import { label, t } from '../ui/text.ts'
import { channelIcons, groupsOf, type KindChoice, tickLabel, useChannelToggle } from './channel-choice.ts'

/** The notification settings on a phone: each kind names its channels, and opens to a checkbox for each. */
export function KindList({ settings }: { settings: NoticeSettings }): ReactNode {
  return groupsOf(settings.kinds).map(({ group, name, kinds }) => (
    <section key={group}>
      <h3 className="border-b border-border px-4 pt-4 pb-1 text-sm font-semibold">{name}</h3>
      {kinds.map((kind) => (
        <Kind key={kind.kind} row={kind} />
      ))}
    </section>
  ))
}

function Kind({ row }: { row: KindChoice }) {
  const { choose, save } = useChannelToggle(row)
  const name = label(`notice.${row.kind}`)
  return (
    <details className="group border-b border-border">
      <summary className="flex min-h-14 list-none items-center justify-between gap-3 px-4 py-2 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <span className="block break-words">{name}</span>
          <span className="block text-sm text-muted">{channelNames(row)}</span>
        </span>
        <ChevronDown aria-hidden size={20} className="shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <fieldset className="px-4 pb-3">
        <legend className="sr-only">{name}</legend>
        {channels.map((channel) => {
          const Icon = channelIcons[channel]
          if (row.mailedAnyway && channel === 'digest') return null
          const always = row.mailedAnyway && channel === 'now'
          return (
            <label key={channel} className="flex min-h-11 items-center gap-3">
              <Icon aria-hidden size={18} className="shrink-0 text-muted" />
              <span className="flex-1">{t(always ? 'settings.always' : `settings.channel.${channel}`)}</span>
              <input
                type="checkbox"
                className="size-4.5 accent-brand"
                aria-label={always ? `${name}: ${t('settings.always')}` : tickLabel(channel, name)}
                disabled={always}
                checked={always || row.channels.includes(channel)}
                onChange={({ target }) => choose(channel, target.checked)}
              />
            </label>
          )
        })}
        <WriteFault of={save} />
      </fieldset>
    </details>
  )
}

/** The channels of a kind, in words. */
function channelNames({ channels: enabled, mailedAnyway }: KindChoice): string {
  const names = channels
    .filter((channel) => enabled.includes(channel))
    .map((channel) => t(`settings.channel.${channel}`))
  const shownNames = mailedAnyway ? [...names, t('settings.always')] : names
  return shownNames.join(' · ') || t('settings.nowhere')
}
