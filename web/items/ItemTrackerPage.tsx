import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { searchPath } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { TextField } from '../ui/Field.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { t } from '../ui/text.ts'

/** Finds the documents in which an item, a serial, a lot or a parcel stands. */
export function ItemTrackerPage(): ReactNode {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const wanted = text.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted !== '') void navigate(searchPath(wanted))
  }
  return (
    <>
      <PageHeader title={t('items.title')} lead={t('items.lead')} />
      <Card className="max-w-3xl">
        <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
          <TextField
            label={t('items.label')}
            name="item"
            value={text}
            onChange={(event) => setText(event.target.value)}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            className="min-w-60 flex-1"
          />
          <Button type="submit" variant="primary" disabled={wanted === ''} className="h-10">
            <Search aria-hidden size={16} />
            {t('items.submit')}
          </Button>
        </form>
        <p className="mt-3 text-sm text-muted">{t('items.text')}</p>
      </Card>
    </>
  )
}
