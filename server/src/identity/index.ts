export { Authenticator, type SessionActor } from './authenticate.ts';
export { endSession, logIn, type NewSession, startSession } from './sessions.ts';
export { setUpAdministrator, setupToken } from './setup.ts';
export { createToken, listTokens, revokeToken } from './tokens.ts';
export { presentIdentity, presentUser, USER_CARD, type UserCard, UserCards } from './user-cards.ts';
export {
  createUser,
  findUser,
  hasAdministrator,
  listUsers,
  type NewUser,
  resetPassword,
  setUserState,
  type UserSummary,
} from './users.ts';
