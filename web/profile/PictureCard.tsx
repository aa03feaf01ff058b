import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Profile } from '#contract/profile/endpoints.ts'
import { removeAvatar } from '#contract/profile/personal-data.ts'
import { avatarQuery, sendAvatar } from '../api/avatar.ts'
import { call } from '../api/call.ts'
import { profileQuery } from '../api/viewer.ts'
import { Button } from '../ui/Button.tsx'
import { PictureChoice } from '../ui/picture/PictureChoice.tsx'
import { t } from '../ui/text.ts'

/** The picture of the person who is signed in. */
export function PictureCard({ user }: { user: Profile['user'] }) {
  const client = useQueryClient()
  const { data: source } = useQuery({ ...avatarQuery(user.avatarAt ?? ''), enabled: user.avatarAt !== null })
  const onSuccess = () => client.invalidateQueries({ queryKey: profileQuery.queryKey })
  const upload = useMutation({ mutationFn: sendAvatar, onSuccess })
  const remove = useMutation({ mutationFn: () => call(removeAvatar, {}), onSuccess })
  return (
    <PictureChoice
      title={t('picture.title')}
      text={t('picture.text')}
      name={user.name}
      source={user.avatarAt === null ? undefined : source}
      write={upload}
      onChosen={upload.mutate}
    >
      {user.avatarAt !== null && (
        <Button size="small" write={remove} onClick={() => remove.mutate()}>
          {t('picture.remove')}
        </Button>
      )}
    </PictureChoice>
  )
}
