export type { Config } from './config.ts';
export { describeSettings, type SettingDescription, settingsInForce } from './describe.ts';
export { ConfigError, loadConfig } from './load.ts';
