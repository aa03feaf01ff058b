import * as addresses from './addresses.ts'
import * as auth from './auth.ts'
import * as company from './company.ts'
import * as dashboard from './dashboard.ts'
import * as activity from './documents/activity.ts'
import * as files from './documents/downloads.ts'
import * as documents from './documents/endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import * as epcis from './epcis.ts'
import * as faq from './faq.ts'
import * as ingest from './ingest.ts'
import * as items from './items.ts'
import * as live from './live.ts'
import * as noticeSettings from './notice-settings.ts'
import * as notifications from './notifications.ts'
import * as papers from './papers.ts'
import * as passkeys from './passkeys.ts'
import * as passwords from './passwords.ts'
import * as personal from './personal-data.ts'
import * as portal from './portal.ts'
import * as profile from './profile.ts'
import * as reconcile from './reconcile.ts'
import * as registration from './registration.ts'
import { requestEndpoints } from './requests.ts'
import * as search from './search.ts'
import * as second from './second-factor.ts'
import * as sessions from './sessions.ts'
import * as signOn from './sign-on.ts'
import * as statement from './statement.ts'
import * as terms from './terms.ts'
import * as ubl from './ubl.ts'
import * as views from './views.ts'

/**
 * Every endpoint of the portal. The server has a handler for each; the OpenAPI document and the isolation test use the
 * list.
 */
export const endpoints: readonly Endpoint[] = [
  auth.login,
  auth.refresh,
  auth.logout,
  second.submitCode,
  second.sendCode,
  second.showSecondFactor,
  second.beginApp,
  second.beginEmail,
  second.confirmFactor,
  second.removeFactor,
  second.makeRecoveryCodes,
  second.prove,
  second.listTrustedDevices,
  second.removeTrustedDevice,
  passkeys.beginPasskeySignIn,
  passkeys.signInWithPasskey,
  passkeys.listPasskeys,
  passkeys.beginPasskey,
  passkeys.addPasskey,
  passkeys.renamePasskey,
  passkeys.removePasskey,
  passkeys.proveWithPasskey,
  signOn.startSignOn,
  signOn.finishSignOn,
  signOn.acceptBySignOn,
  signOn.listIdentities,
  signOn.linkIdentity,
  signOn.removeIdentity,
  sessions.listSessions,
  sessions.listPastSessions,
  sessions.endSession,
  sessions.endOtherSessions,
  passwords.forgotPassword,
  passwords.showReset,
  passwords.changePassword,
  passwords.changeOwnPassword,
  registration.showInvitation,
  registration.register,
  registration.askToRegister,
  terms.showTerms,
  terms.acceptTerms,
  company.listMembers,
  company.changeMember,
  company.removeMember,
  company.inviteMember,
  company.revokeInvitation,
  portal.showPortal,
  portal.live,
  portal.ready,
  profile.showProfile,
  profile.changePreferences,
  profile.switchAccount,
  personal.setAvatar,
  personal.showAvatar,
  personal.removeAvatar,
  personal.showPersonalData,
  personal.exportPersonalData,
  personal.askForDeletion,
  personal.takeBackDeletion,
  dashboard.showDashboard,
  live.followChanges,
  notifications.listNotifications,
  notifications.viewNotifications,
  notifications.clickNotification,
  notifications.clearNotification,
  notifications.clearNotifications,
  notifications.listNotificationHistory,
  noticeSettings.showNoticeSettings,
  noticeSettings.changeNoticeSettings,
  noticeSettings.listNoticeChoices,
  noticeSettings.chooseNotices,
  noticeSettings.startPush,
  noticeSettings.stopPush,
  noticeSettings.showUnsubscribe,
  noticeSettings.unsubscribe,
  documents.listDocuments,
  documents.countStatuses,
  documents.sumDocuments,
  files.exportDocuments,
  files.exportSelected,
  files.downloadRelated,
  files.downloadDocuments,
  documents.showDocument,
  documents.downloadAttachment,
  ubl.downloadUbl,
  ubl.downloadOriginal,
  statement.showBalances,
  statement.showStatement,
  statement.downloadStatement,
  statement.printStatement,
  statement.setCreditLimit,
  addresses.listAddresses,
  addresses.setAddresses,
  activity.listChanges,
  activity.showPromises,
  activity.listVersions,
  activity.compareVersions,
  papers.downloadPaper,
  ...requestEndpoints,
  faq.showFaq,
  faq.rateAnswer,
  faq.writeToSupport,
  views.listViews,
  views.saveView,
  views.chooseDefaultView,
  views.changeView,
  views.deleteView,
  search.searchDocuments,
  items.listItems,
  items.downloadComing,
  items.showItem,
  items.listItemLines,
  items.downloadItemLines,
  items.listItemUnits,
  items.showUnit,
  ingest.ingestDocuments,
  ingest.changeDocuments,
  ingest.ingestUbl,
  epcis.captureEpcis,
  ingest.ingestAttachment,
  reconcile.withdrawDocument,
  reconcile.reconcileDocuments,
]
