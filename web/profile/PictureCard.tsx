import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef } from 'react'
import type { Profile } from '#contract/profile/endpoints.ts'
import { removeAvatar } from '#contract/profile/personal-data.ts'
import { avatarQuery, sendAvatar } from '../api/avatar.ts'
import { call } from '../api/call.ts'
import { profileQuery } from '../api/viewer.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Initials } from '../ui/Initials.tsx'
import { showToast } from '../ui/overlays/toasts.ts'
import { t } from '../ui/text.ts'
import { cropToSquare } from './crop-to-square.ts'

/** The picture of a person. It is cropped and shrunk here, so that no full photograph leaves the device. */
export function PictureCard({ user }: { user: Profile['user'] }) {
  const client = useQueryClient()
  const { data: source } = useQuery({ ...avatarQuery(user.avatarAt ?? ''), enabled: user.avatarAt !== null })
  const input = useRef<HTMLInputElement>(null)
  const onSuccess = () => client.invalidateQueries({ queryKey: profileQuery.queryKey })
  const upload = useMutation({ mutationFn: sendAvatar, onSuccess })
  const remove = useMutation({ mutationFn: () => call(removeAvatar, {}), onSuccess })

  async function onFileChosen({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // Cleared so that the same file can be chosen again.
    target.value = ''
    if (!file) return
    // Not a picture that this browser can read; the toast says so.
    const picture = await cropToSquare(file).catch(() => null)
    if (picture) upload.mutate(picture)
    else showToast('bad', t('toast.error'), t('picture.wrong'))
  }
  return (
    <Card title={t('picture.title')}>
      <div className="flex flex-wrap items-center gap-4">
        <Initials name={user.name} className="size-16 text-xl">
          {source && user.avatarAt && <img src={source} alt="" className="absolute inset-0 size-full object-cover" />}
        </Initials>
        <div className="min-w-0 flex-1 space-y-3">
          <p className="text-sm text-muted">{t('picture.text')}</p>
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
            <Button size="small" write={upload} onClick={() => input.current?.click()}>
              {t('picture.choose')}
            </Button>
            {user.avatarAt && (
              <Button size="small" write={remove} onClick={() => remove.mutate()}>
                {t('picture.remove')}
              </Button>
            )}
          </div>
        </div>
      </div>
    </Card>
  )
}
