import {createPrivateKey, X509Certificate} from 'node:crypto';
import {readFileSync, statSync} from 'node:fs';
import {createSecureContext} from 'node:tls';
import {certificateMessages} from '../../messages/service.ts';
import {type Clock, repeat} from '../../lib/time/clock.ts';
import {UsageError} from '../../lib/errors.ts';

/** PEM files. The certificate is followed by its chain. */
export type CertificateFiles = {cert: string; key: string};

export type Certificate = {
	cert: Buffer;
	key: Buffer;
	/** When it expires, in epoch milliseconds. */
	expiresAt: number;
	parsed: X509Certificate;
};

/** Reads and checks a certificate and its key. Throws `UsageError` with the problem. */
export function readCertificate(files: CertificateFiles, now: number): Certificate {
	const [cert, key] = [readPem(files.cert), readPem(files.key)];
	const parsed = parse(files.cert, 'certificate', () => new X509Certificate(cert));
	const isEncrypted = /ENCRYPTED/.test(key.toString('latin1'));
	if (isEncrypted) throw new UsageError(certificateMessages.encryptedKey(files.key));
	const privateKey = parse(files.key, 'key', () => createPrivateKey(key));
	if (!parsed.checkPrivateKey(privateKey))
		throw new UsageError(certificateMessages.otherKey(files.cert, files.key));
	const [from, expiresAt] = [Date.parse(parsed.validFrom), Date.parse(parsed.validTo)];
	if (now >= expiresAt) throw new UsageError(certificateMessages.expired(files.cert, isoDay(expiresAt)));
	if (now < from) throw new UsageError(certificateMessages.notYetValid(files.cert, isoDay(from)));
	checkUsable(files.cert, {cert, key});
	return {cert, key, expiresAt, parsed};
}

/** Throws `UsageError` unless TLS accepts the key and the entire chain; so far only the first certificate was read. */
function checkUsable(file: string, pair: {cert: Buffer; key: Buffer}): void {
	try {
		createSecureContext(pair);
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new UsageError(certificateMessages.unusable(file, reason), {cause});
	}
}

function readPem(file: string): Buffer {
	try {
		return readFileSync(file);
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? String(error.code) : '';
		throw new UsageError(certificateMessages.unreadable(file, code), {cause: error});
	}
}

function parse<Parsed>(file: string, what: 'certificate' | 'key', read: () => Parsed): Parsed {
	try {
		return read();
	} catch (cause) {
		throw new UsageError(certificateMessages.notPem(file, what), {cause});
	}
}

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A certificate that is read again when its files change. */
export type Certificates = {
	current: () => Certificate;
	/** Calls the listener with each certificate that replaces the current one. */
	onChange: (listener: (certificate: Certificate) => void) => void;
	/** Reads the files now. A certificate that cannot be used keeps the current one. */
	reload: () => void;
	close: () => void;
};

type WatchOptions = {
	clock: Clock;
	onReload: (certificate: Certificate) => void;
	/** Called with the reason if the changed files cannot be used. */
	onProblem: (problem: string) => void;
	/** Called once a day when the certificate expires within two weeks or has expired. */
	onExpiry: (expiresAt: number) => void;
};

/** How often the files are checked for changes: events of the file system miss renamed and linked files. */
const checkMs = 10_000;
const dayMs = 24 * 3_600_000;
const warnDays = 14;

/** Reads the certificate, and again when its files change. Throws `UsageError` if the first one cannot be used. */
export function watchCertificate(
	files: CertificateFiles,
	{clock, onReload, onProblem, onExpiry}: WatchOptions,
): Certificates {
	let seen = versionOf(files);
	let current = readCertificate(files, clock.now());
	const listeners: ((certificate: Certificate) => void)[] = [];
	const reload = () => {
		seen = versionOf(files);
		try {
			current = readCertificate(files, clock.now());
		} catch (error) {
			if (!(error instanceof UsageError)) throw error;
			onProblem(error.message);
			return;
		}
		for (const listener of listeners) listener(current);
		onReload(current);
	};
	let warnedOn: number | undefined;
	const checkExpiry = () => {
		const daysLeft = Math.floor((current.expiresAt - clock.now()) / dayMs);
		if (daysLeft >= warnDays || daysLeft === warnedOn) return;
		warnedOn = daysLeft;
		onExpiry(current.expiresAt);
	};
	checkExpiry();
	const stop = repeat(
		clock,
		() => checkMs,
		() => {
			if (versionOf(files) !== seen) reload();
			checkExpiry();
		},
	);
	return {
		current: () => current,
		onChange: listener => void listeners.push(listener),
		reload,
		close: stop,
	};
}

/** Changes whenever one of the files does; empty parts for missing files. */
function versionOf({cert, key}: CertificateFiles): string {
	return [cert, key]
		.map(file => {
			const found = statSync(file, {throwIfNoEntry: false});
			return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : '';
		})
		.join('\n');
}
