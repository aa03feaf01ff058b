import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { Button } from '../Button.tsx'
import { Card } from '../Card.tsx'
import { Initials } from '../Initials.tsx'
import { showToast } from '../overlays/toasts.ts'
import type { Write } from '../states/WriteFault.tsx'
import { t } from '../text.ts'
import { cropToSquare } from './crop-to-square.ts'

type PictureChoiceProps = {
  title: string
  text: string
  /** Whose picture it is: their initials stand where there is none. */
  name: string
  source: string | undefined
  /** What keeps a picture that was chosen. */
  write: Write
  onChosen: (picture: Blob) => void
  /** The button that removes the picture, where there is one. */
  children?: ReactNode
}

/** The picture of a person. It is cropped and shrunk here, so that no full photograph leaves the device. */
export function PictureChoice({ title, text, name, source, write, onChosen, children }: PictureChoiceProps) {
  const input = useRef<HTMLInputElement>(null)

  async function onFileChosen({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // Cleared so that the same file can be chosen again.
    target.value = ''
    if (!file) return
    // Not a picture that this browser can read; the toast says so.
    const picture = await cropToSquare(file).catch(() => null)
    if (picture) onChosen(picture)
    else showToast('bad', t('toast.error'), t('picture.wrong'))
  }
  return (
    <Card title={title}>
      <div className="flex flex-wrap items-center gap-4">
        <Initials name={name} className="size-16 text-xl">
          {source && <img src={source} alt="" className="absolute inset-0 size-full object-cover" />}
        </Initials>
        <div className="min-w-0 flex-1 space-y-3">
          <p className="text-sm text-muted">{text}</p>
          <div className="flex flex-wrap gap-2">
            <input
              ref={input}
              type="file"
              accept="image/png,image/jpeg,image/webp"
              aria-label={t('picture.choose')}
              className="sr-only"
              tabIndex={-1}
              onChange={(event) => void onFileChosen(event)}
            />
            <Button size="small" write={write} onClick={() => input.current?.click()}>
              {t('picture.choose')}
            </Button>
            {children}
          </div>
        </div>
      </div>
    </Card>
  )
}
