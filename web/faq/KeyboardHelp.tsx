import { Fragment } from 'react'
import type { MessageKey } from '#contract/message-keys.ts'
import { Drawer } from '../ui/overlays/Drawer.tsx'
import { t } from '../ui/text.ts'

type Shortcut = { text: MessageKey; keys: readonly string[] }

/** The keyboard shortcuts; those of a list and of a document work unless something else has the focus. */
const groups: readonly { title: MessageKey; entries: readonly Shortcut[] }[] = [
  {
    title: 'keys.everywhere',
    entries: [
      { text: 'keys.search', keys: ['/'] },
      { text: 'keys.palette', keys: ['Ctrl + K', '⌘ K'] },
      { text: 'keys.help', keys: ['?'] },
      { text: 'keys.close', keys: ['Esc'] },
    ],
  },
  {
    title: 'keys.list',
    entries: [
      { text: 'keys.move', keys: ['↓ ↑', 'J K'] },
      { text: 'keys.page', keys: ['Page ↓', 'Page ↑'] },
      { text: 'keys.open', keys: ['Enter'] },
      { text: 'keys.preview', keys: ['Space'] },
      { text: 'keys.tick', keys: ['X'] },
      { text: 'keys.range', keys: ['Shift + ↓ ↑'] },
    ],
  },
  { title: 'keys.document', entries: [{ text: 'keys.neighbour', keys: ['J K'] }] },
]

/** The drawer with the portal's keyboard shortcuts. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Drawer open onClose={onClose} title={t('help.keys')}>
      {groups.map(({ title, entries }) => (
        <section key={title} className="mb-6">
          <h3 className="mb-1 text-sm text-muted">{t(title as 'keys.list')}</h3>
          <dl>
            {entries.map(({ text, keys }) => (
              <div
                key={text}
                className="flex min-h-10 items-center justify-between gap-4 border-b border-border py-1.5"
              >
                <dt>{t(text as 'keys.open')}</dt>
                <dd className="flex shrink-0 items-center gap-1.5 text-sm text-muted">
                  {keys.map((key, index) => (
                    <Fragment key={key}>
                      {index > 0 && t('keys.or')}
                      <kbd
                        dir="ltr"
                        className="rounded-[4px] border border-border bg-sunken px-1.5 py-0.5 font-sans text-text"
                      >
                        {key}
                      </kbd>
                    </Fragment>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Drawer>
  )
}
