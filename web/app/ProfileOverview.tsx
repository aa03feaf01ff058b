import type { ReactNode } from 'react'
import { MailState } from '../notifications/MailState.tsx'
import { ProfilePage } from '../profile/ProfilePage.tsx'

/** The first page of the profile; above it a note when mails do not reach the person. */
export function ProfileOverview(): ReactNode {
  return (
    <>
      <MailState about="refused" />
      <ProfilePage />
    </>
  )
}
