import type { ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import type { Write } from '#web/ui/states/WriteFault.tsx'
import { t } from '#web/ui/text.ts'

type FormEndProps = { fault: string | undefined; submit: string; write: Write; onCancel: () => void }

/** The last rows of a form of two columns: what was refused of it as a whole, and the buttons. */
export function FormEnd({ fault, submit, write, onCancel }: FormEndProps): ReactNode {
  return (
    <>
      {fault && (
        <p role="alert" className="text-bad md:col-span-2">
          {fault}
        </p>
      )}
      <div className="flex flex-wrap gap-3 md:col-span-2">
        <Button type="submit" variant="primary" write={write}>
          {submit}
        </Button>
        <Button onClick={onCancel}>{t('content.cancel')}</Button>
      </div>
    </>
  )
}
