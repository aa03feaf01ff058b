import { Fragment, type ReactNode } from 'react'
import { type Channel, channels } from '#contract/notifications/kinds.ts'
import type { NoticeSettings } from '#contract/notifications/settings.ts'
import { WriteFault } from '../ui/states/WriteFault.tsx'
import { label, t } from '../ui/text.ts'
import { channelIcons, groupsOf, type KindChoice, tickLabel, useChannelToggle } from './channel-choice.ts'

/** The notification settings: a row for each kind, a column for each channel. A phone has KindList instead. */
export function ChannelTable({ settings }: { settings: NoticeSettings }): ReactNode {
  return (
    <table className="w-full border-collapse text-start">
      <thead>
        <tr className="border-b border-border">
          <th scope="col" className="ps-5 text-start">
            <span className="sr-only">{t('settings.kinds')}</span>
          </th>
          {channels.map((channel) => (
            <Head key={channel} channel={channel} />
          ))}
          <th aria-hidden className="w-3" />
        </tr>
      </thead>
      <tbody>
        {groupsOf(settings.kinds).map(({ group, name, kinds }) => (
          <Fragment key={group}>
            <tr>
              <th colSpan={6} scope="colgroup" className="px-5 pt-4 pb-1 text-start text-sm font-semibold">
                {name}
              </th>
            </tr>
            {kinds.map((kind) => (
              <Row key={kind.kind} row={kind} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function Head({ channel }: { channel: Channel }) {
  const Icon = channelIcons[channel]
  return (
    <th scope="col" className="w-24 py-2 align-top font-normal">
      <span className="flex flex-col items-center gap-1 text-muted">
        <Icon aria-hidden size={18} />
        <span className="text-xs text-balance">{t(`settings.channel.${channel}`)}</span>
      </span>
    </th>
  )
}

function Row({ row }: { row: KindChoice }) {
  const { choose, save } = useChannelToggle(row)
  const name = label(`notice.${row.kind}`)
  return (
    <tr className="border-b border-border last:border-0 hover:bg-hover">
      <th scope="row" className="py-1 ps-5 pe-2 text-start font-normal break-words">
        {name}
        <WriteFault of={save} />
      </th>
      {channels.map((channel) => {
        if (row.mailedAnyway && channel === 'digest') return null
        if (row.mailedAnyway && channel === 'now') {
          return (
            <td key={channel} colSpan={2} className="text-center text-xs text-muted">
              {t('settings.always')}
            </td>
          )
        }
        return (
          <td key={channel} className="p-0 text-center">
            <label className="inline-flex size-11 cursor-pointer items-center justify-center">
              <input
                type="checkbox"
                className="size-4.5 accent-brand"
                aria-label={tickLabel(channel, name)}
                checked={row.channels.includes(channel)}
                onChange={({ target }) => choose(channel, target.checked)}
              />
            </label>
          </td>
        )
      })}
      <td aria-hidden />
    </tr>
  )
}
