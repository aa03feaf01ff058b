import { ScanLine, Search } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { canScan } from '../api/can-scan.ts'
import { itemTrackerPath } from '../paths.ts'
import { useNavigate } from '../routing/hooks.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { TextField } from '../ui/fields/Field.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { t } from '../ui/text.ts'
import { groupSeparator, typedCharacter } from './scan-reader.ts'

// Loaded on demand: the camera is rarely used, and many browsers read no barcodes.
const Scanner = lazyComponent(() => import('./Scanner.tsx'), 'Scanner', { failureDisplay: 'inside' })

/** `scan`: the camera is on as soon as the page is opened. */
type SearchFormProps = { asked: string | undefined; scan?: boolean }

/**
 * Takes a number that a person types, or a scanner, which ends it with Enter. The field is focused when the page opens
 * and its text selected after each search, so that one label can be scanned after the other.
 */
export function SearchForm({ asked, scan = false }: SearchFormProps): ReactNode {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState(asked ?? '')
  const [scanning, setScanning] = useState(false)
  // Also on the way back, for the next label.
  useEffect(() => setScanning(scan && canScan), [scan])
  useEffect(() => setText(asked ?? ''), [asked])
  useEffect(() => {
    // Whoever has opened a dialog while the page was loading types there.
    if (document.querySelector('[aria-modal=true]') === null)
      form.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [])
  const searchFor = (query: string) => {
    setText(query)
    void navigate(itemTrackerPath(query === '' ? {} : { q: query }))
    form.current?.querySelector('input')?.select()
  }
  // The key of a scanner's group separator types nothing into a field by itself.
  const insertSeparator = (event: KeyboardEvent<HTMLInputElement>) => {
    if (typedCharacter(event) !== groupSeparator) return
    event.preventDefault()
    setText(event.currentTarget.value + groupSeparator)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    searchFor(text.trim())
  }
  return (
    <Card className="mb-6 max-w-3xl">
      <search>
        <form ref={form} onSubmit={submit}>
          <div className="flex flex-wrap items-end gap-3">
            <TextField
              label={t('items.label')}
              name="item"
              type="search"
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={insertSeparator}
              maxLength={500}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              className="min-w-60 flex-1"
            />
            <Button type="submit" variant="primary" className="h-10">
              <Search aria-hidden size={16} />
              {t('items.submit')}
            </Button>
            {canScan && (
              <Button className="h-10" onClick={() => setScanning(true)}>
                <ScanLine aria-hidden size={16} />
                {t('items.scan')}
              </Button>
            )}
          </div>
          <p className="mt-2 text-sm text-muted">{t('items.hint')}</p>
        </form>
      </search>
      {scanning && (
        <Scanner
          onRead={(scanned) => {
            setScanning(false)
            searchFor(scanned)
          }}
          onStop={() => setScanning(false)}
        />
      )}
    </Card>
  )
}
