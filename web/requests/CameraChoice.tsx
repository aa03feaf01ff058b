import { Camera } from 'lucide-react'
import { useState } from 'react'
import { t } from '../ui/text.ts'

/**
 * Takes photographs with the camera of a phone or tablet, one at a press; they are sent with the chosen files. Not where a
 * mouse points: such a browser would open the choice of files instead.
 */
export function CameraChoice() {
  const [photographs, setPhotographs] = useState<readonly File[]>([])
  /** The browser forgets the photographs before: all are put back into the field. */
  const keep = (input: HTMLInputElement) => {
    const all = [...photographs, ...(input.files ?? [])]
    const transfer = new DataTransfer()
    for (const photograph of all) transfer.items.add(photograph)
    input.files = transfer.files
    setPhotographs(all)
  }
  if (!matchMedia('(pointer: coarse)').matches) return null
  return (
    <label className="block">
      <input
        type="file"
        name="files"
        accept="image/jpeg,image/png,image/webp"
        capture="environment"
        onChange={({ target }) => keep(target)}
        className="peer sr-only"
      />
      <span className="inline-flex h-11 cursor-pointer items-center gap-2 rounded-control border border-control bg-raised px-3 text-sm font-medium peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus">
        <Camera aria-hidden size={16} className="text-muted" />
        {t('request.files.photograph')}
      </span>
      {photographs.length > 0 && (
        <span role="status" className="mt-1 block text-sm">
          {t('request.files.photographs', { count: photographs.length })}
        </span>
      )}
    </label>
  )
}
