import { Bell, CalendarDays, type LucideIcon, Mail, MonitorSmartphone } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { type Channel, channels } from '../../contract/notice-kinds.ts'
import type { NoticeSettings } from '../../contract/notice-settings.ts'
import { isDocumentType } from '../../contract/values.ts'
import { label, t } from '../ui/text.ts'
import { useSaveSettings } from './settings-queries.ts'

const icons: Readonly<Record<Channel, LucideIcon>> = {
  portal: Bell,
  now: Mail,
  digest: CalendarDays,
  push: MonitorSmartphone,
}

type Kind = NoticeSettings['kinds'][number]

const groupOf = ({ kind }: Kind) => kind.split('.')[0] ?? ''

/** Of what a person is told, row by row, and where, column by column. It fits a phone: there the columns are signs. */
export function ChannelTable({ settings }: { settings: NoticeSettings }): ReactNode {
  const groups = Map.groupBy(settings.kinds, groupOf)
  return (
    <table className="w-full border-collapse text-start">
      <thead>
        <tr className="border-b border-border">
          <th scope="col" className="ps-4 text-start sm:ps-5">
            <span className="sr-only">{t('settings.kinds')}</span>
          </th>
          {channels.map((channel) => (
            <Head key={channel} channel={channel} />
          ))}
          <th aria-hidden className="w-2 sm:w-3" />
        </tr>
      </thead>
      <tbody>
        {[...groups].map(([group, kinds]) => (
          <Fragment key={group}>
            <tr>
              <th colSpan={6} scope="colgroup" className="px-4 pt-4 pb-1 text-start text-sm font-semibold sm:px-5">
                {isDocumentType(group) ? t(`type.${group}`) : label(`settings.group.${group}`)}
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
  const Icon = icons[channel]
  return (
    <th scope="col" className="w-11 py-2 align-bottom font-normal sm:w-24">
      <span className="flex flex-col items-center gap-1 text-muted">
        <Icon aria-hidden size={18} />
        <span className="sr-only text-xs text-balance sm:not-sr-only">{t(`settings.channel.${channel}`)}</span>
      </span>
    </th>
  )
}

function Row({ row: { kind, channels: on, mailedAnyway } }: { row: Kind }) {
  const save = useSaveSettings()
  const change = (channel: Channel, wanted: boolean) => {
    const others = on.filter((one) => one !== channel && !(wanted && isMail(channel) && isMail(one)))
    save.mutate({ kinds: [{ kind, channels: wanted ? [...others, channel] : others }] })
  }
  const name = label(`notice.${kind}`)
  return (
    <tr className="border-b border-border last:border-0 hover:bg-hover">
      <th scope="row" className="py-1 ps-4 pe-2 text-start font-normal break-words sm:ps-5">
        {name}
      </th>
      {channels.map((channel) => {
        if (mailedAnyway && channel === 'digest') return null
        if (mailedAnyway && channel === 'now') {
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
                aria-label={cellName(channel, name)}
                checked={on.includes(channel)}
                onChange={({ target }) => change(channel, target.checked)}
              />
            </label>
          </td>
        )
      })}
      <td aria-hidden />
    </tr>
  )
}

/** Of the two ways of mailing one is enough. */
const isMail = (channel: Channel) => channel === 'now' || channel === 'digest'

const cellName = (channel: Channel, name: string) => `${name}: ${t(`settings.channel.${channel}`)}`
