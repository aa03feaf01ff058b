import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Me } from '#contract/console/access.ts'
import { removeStaffPicture, setStaffPicture } from '#contract/console/pictures.ts'
import { pathOf } from '#contract/endpoint.ts'
import { CallError } from '#web/api/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { PictureChoice } from '#web/ui/picture/PictureChoice.tsx'
import { t } from '#web/ui/text.ts'
import { call } from '../call.ts'
import { pictureAddress } from './picture-address.ts'
import { sessionsQuery } from './queries.ts'

/** The photograph of the member of staff who is signed in, as customers see it whose contact they are. */
export function OwnPicture({ me: { id, name }, at }: { me: Me; at: string | null }): ReactNode {
  const cache = useQueryClient()
  const onSuccess = () => cache.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  const upload = useMutation({ mutationFn: (picture: Blob) => sendPicture(id, picture), onSuccess })
  const remove = useMutation({ mutationFn: () => call(removeStaffPicture, { params: { id } }), onSuccess })
  return (
    <PictureChoice
      title={t('console.picture')}
      text={t('console.picture.text')}
      name={name}
      source={at === null ? undefined : pictureAddress(id, at)}
      write={upload}
      onChosen={upload.mutate}
    >
      {at !== null && (
        <Button size="small" write={remove} onClick={() => remove.mutate()}>
          {t('picture.remove')}
        </Button>
      )}
    </PictureChoice>
  )
}

/** Uploads the photograph of a member of staff. Throws CallError with the server's sentence. */
async function sendPicture(id: string, picture: Blob): Promise<void> {
  const response = await fetch(`/api${pathOf(setStaffPicture, { id })}`, {
    method: setStaffPicture.method,
    headers: { 'Content-Type': 'application/octet-stream', 'Accept-Language': document.documentElement.lang },
    body: picture,
  })
  // A reply without JSON, of a proxy for example, says nothing more.
  const reply = await response.json().catch(() => ({}))
  if (!response.ok) throw new CallError(response.status, reply)
}
