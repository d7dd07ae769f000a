import {homedir} from 'node:os';
import {withoutKnownSecrets} from './secret.ts';
import {isSecretVariable} from '../process/secret-variables.ts';

/** Replacing shorter secrets would garble ordinary words. */
const minLength = 3;

/**
Returns a function that removes the secrets of this process from a text, everything but the host from URLs with a login or
a query, and the path of the home folder.
*/
export function createRedact(env: NodeJS.ProcessEnv): (text: string) => string {
	const variables = Object.entries(env);
	const home = homedir();
	return text => {
		const secrets = variables
			.flatMap(([name, value = '']) => (value.length >= minLength && isSecretVariable(name) ? value : []))
			.toSorted((a, b) => b.length - a.length);
		const hidden = secrets.reduce((rest, secret) => rest.replaceAll(secret, '••••'), text);
		const clean = withoutKnownSecrets(hidden)
			.replaceAll(/\b(https?|wss?):\/\/[^\s/"'?#]*@/g, '$1://••••@')
			.replaceAll(/(\b(?:https?|wss?):\/\/[^\s"'?#]*)[?#][^\s"')]*/g, '$1?••••');
		// A user without a home has the root folder.
		return home.length > 1 ? clean.replaceAll(home, '~') : clean;
	};
}
