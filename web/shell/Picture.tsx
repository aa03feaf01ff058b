import { useQuery } from '@tanstack/react-query'
import { avatarQuery } from '../api/avatar.ts'

/** The person's picture, over their initials as soon as it is there. */
export function Picture({ at }: { at: string }) {
  const { data: source } = useQuery(avatarQuery(at))
  return source && <img src={source} alt="" className="absolute inset-0 size-full object-cover" />
}
