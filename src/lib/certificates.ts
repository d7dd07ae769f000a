import {readFileSync} from 'node:fs';
import tls from 'node:tls';

/**
The authorities to trust where `SSL_CERT_FILE` adds some: Node itself heeds only `NODE_EXTRA_CA_CERTS`. undefined
where there is nothing to add. Throws where the file cannot be read.
*/
export function certificateAuthorities(env: NodeJS.ProcessEnv): string[] | undefined {
	const file = env['SSL_CERT_FILE'];
	if (!file) return undefined;
	return [...tls.getCACertificates('default'), readFileSync(file, 'utf8')];
}
