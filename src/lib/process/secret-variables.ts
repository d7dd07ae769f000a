/** The environment variables of this program that contain secrets. */
const ownVariables: ReadonlySet<string> = new Set([
	'RCONDECK_TOKEN',
	'RCONDECK_APP_ID',
	'RCONDECK_APP_SECRET',
	'RCONDECK_CONSOLE_PASSWORD',
	'RCONDECK_BEARER',
	'RCONDECK_FEED_LOGIN',
	'RCONDECK_FEED_PASSCODE',
	'RCONDECK_ALERTS_WEBHOOK',
	'RCONDECK_DATABASE',
	'RCONDECK_BROKER',
]);
/** The variables with passwords of servers, as their settings name them. */
const named = new Set<string>();

/** Declares that a variable contains a secret, before any program is started. */
export const declareSecretVariable = (name: string): void => void named.add(name);

export const isSecretVariable = (name: string): boolean => ownVariables.has(name) || named.has(name);

/** Returns the environment without rcondeck's secrets, for another program. */
export const withoutSecretVariables = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
	without(env, isSecretVariable);

/** Returns the environment for a program that does not know ours: also without the settings of this program. */
export const withoutOwnVariables = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
	without(env, name => name.startsWith('RCONDECK_') || named.has(name));

const without = (env: NodeJS.ProcessEnv, isLeftOut: (name: string) => boolean): NodeJS.ProcessEnv =>
	Object.fromEntries(Object.entries(env).filter(([name]) => !isLeftOut(name)));
