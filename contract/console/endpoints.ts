import type { Endpoint } from '../endpoint.ts'
import { absenceEndpoints } from './absences.ts'
import { accessEndpoints } from './access.ts'
import { answerTemplateEndpoints } from './answer-templates.ts'
import { auditEndpoints } from './audit.ts'
import { brandEndpoints } from './brand.ts'
import { contentEndpoints } from './content.ts'
import { customerDocumentEndpoints } from './customer-documents.ts'
import { customerEndpoints } from './customers.ts'
import { fileSourceEndpoints } from './file-sources.ts'
import { importWayEndpoints } from './import-ways.ts'
import { importEndpoints } from './imports.ts'
import { inboxEndpoints } from './inbox.ts'
import { insightEndpoints } from './insight.ts'
import { intakeEndpoints } from './intake.ts'
import { invitationEndpoints } from './invitations.ts'
import { keyEndpoints } from './keys.ts'
import { followConsole } from './live.ts'
import { mergeEndpoints } from './merge.ts'
import { passkeyEndpoints } from './passkeys.ts'
import { peopleEndpoints } from './people.ts'
import { pictureEndpoints } from './pictures.ts'
import { registrationEndpoints } from './registrations.ts'
import { removedDocumentEndpoints } from './removed-documents.ts'
import { staffSignOnEndpoints } from './sign-on.ts'
import { systemEndpoints } from './system.ts'
import { showToday } from './today.ts'
import { viewingEndpoints } from './viewing.ts'

/** Every endpoint of the console; their addresses begin with /console/, and no other's does. */
export const consoleEndpoints: readonly Endpoint[] = [
  ...accessEndpoints,
  ...absenceEndpoints,
  ...pictureEndpoints,
  ...passkeyEndpoints,
  ...staffSignOnEndpoints,
  ...inboxEndpoints,
  ...viewingEndpoints,
  ...auditEndpoints,
  ...systemEndpoints,
  ...intakeEndpoints,
  ...removedDocumentEndpoints,
  ...importEndpoints,
  ...fileSourceEndpoints,
  ...importWayEndpoints,
  ...keyEndpoints,
  showToday,
  followConsole,
  ...customerEndpoints,
  ...customerDocumentEndpoints,
  ...mergeEndpoints,
  ...peopleEndpoints,
  ...registrationEndpoints,
  ...invitationEndpoints,
  ...contentEndpoints,
  ...brandEndpoints,
  ...answerTemplateEndpoints,
  ...insightEndpoints,
]
