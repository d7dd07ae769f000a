import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {createSecureContext, getCACertificates} from 'node:tls';
import {NotReached} from './connection-problem.ts';

/** TLS settings that replace Node's defaults; PEM. */
export type TlsSettings = {ca?: string[]; cert?: string; key?: string};

/**
Reads the TLS settings from the environment. `SSL_CERT_FILE` and `SSL_CERT_DIR` add authorities to those that Node
trusts; Node itself only reads `NODE_EXTRA_CA_CERTS`. `RCONDECK_CLIENT_CERT` and `RCONDECK_CLIENT_KEY` are paths; the
first file may contain the key, too. Throws `NotReached` if a file cannot be used.
*/
export function tlsSettings(env: NodeJS.ProcessEnv): TlsSettings {
	const added = [...fromFile(env), ...fromFolders(env)];
	return {
		...(added.length > 0 && {ca: [...getCACertificates('default'), ...added]}),
		...clientCertificate(env),
	};
}

const fromFile = (env: NodeJS.ProcessEnv): string[] => read(env, 'SSL_CERT_FILE') ?? [];

/** Like OpenSSL and Go: accepts several folders, and skips missing folders and files that are not certificates. */
function fromFolders(env: NodeJS.ProcessEnv): string[] {
	const folders = (env['SSL_CERT_DIR'] ?? '').split(path.delimiter).filter(Boolean);
	const texts = folders.flatMap(folder => {
		try {
			return readdirSync(folder).flatMap(name => certificateIn(path.join(folder, name)));
		} catch {
			return [];
		}
	});
	// Each certificate appears under its name and, as a link, under its hash.
	return [...new Set(texts)];
}

function certificateIn(file: string): string[] {
	try {
		const text = readFileSync(file, 'utf8');
		return text.includes('-----BEGIN CERTIFICATE-----') ? [text] : [];
	} catch {
		return [];
	}
}

function clientCertificate(env: NodeJS.ProcessEnv): Pick<TlsSettings, 'cert' | 'key'> {
	const [cert] = read(env, 'RCONDECK_CLIENT_CERT') ?? [];
	const [key = cert] = read(env, 'RCONDECK_CLIENT_KEY') ?? [];
	if (key === undefined) return {};
	if (cert === undefined) {
		throw new NotReached({kind: 'clientKeyAlone'});
	}
	try {
		createSecureContext({cert, key});
	} catch (cause) {
		throw new NotReached({kind: 'clientCertificateInvalid'}, cause);
	}
	return {cert, key};
}

/** The text of the file that a variable names; undefined if the variable is not set. */
function read(env: NodeJS.ProcessEnv, name: string): [string] | undefined {
	const file = env[name];
	if (!file) return undefined;
	try {
		return [readFileSync(file, 'utf8')];
	} catch (cause) {
		throw new NotReached({kind: 'unreadableFile', setting: name}, cause);
	}
}
