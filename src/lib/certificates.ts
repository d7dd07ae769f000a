import {readFileSync} from 'node:fs';
import {getCACertificates} from 'node:tls';

/**
The authorities to trust where `SSL_CERT_FILE` adds some: Node itself heeds only `NODE_EXTRA_CA_CERTS`. undefined
where there is nothing to add. Throws where the file cannot be read.
*/
export function certificateAuthorities(env: NodeJS.ProcessEnv): string[] | undefined {
	const file = env['SSL_CERT_FILE'];
	if (!file) return undefined;
	return [...getCACertificates('default'), readFileSync(file, 'utf8')];
}

/** What is wrong with a certificate, by the code of Node's error, and what helps; undefined where it is something else. */
export function certificateProblem(code: string): string | undefined {
	switch (code) {
		case 'ERR_TLS_CERT_ALTNAME_INVALID':
			return 'is for another name: check the base URL';
		case 'CERT_HAS_EXPIRED':
			return 'has expired: tell whoever runs it';
		case 'CERT_NOT_YET_VALID':
			return 'is not valid yet: check the clock of this machine';
		default:
			return /CERT|SIGNATURE|ISSUER/.test(code)
				? 'is not trusted: check the base URL, or name the file of its authority in NODE_EXTRA_CA_CERTS'
				: undefined;
	}
}
