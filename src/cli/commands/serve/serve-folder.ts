import {pause, systemClock} from '../../../lib/time/clock.ts';
import {UsageError} from '../../../lib/errors.ts';
import {serveMessages} from '../../../messages/serve.ts';
import type {Service} from '../../../service/index.ts';
import type {Io} from '../../output/io.ts';
import {say} from '../../output/output.ts';
import {recordsIn} from '../../start/service-folder.ts';

/** How long `serve` waits for a command that runs the service of the folder, and how often it checks. */
const [patienceMs, checkMs] = [10_000, 100];

/**
Runs the service of a folder in this process. A session that runs it hands it over and connects to this process. Throws
`UsageError` if another `serve` runs it.
*/
export async function serveFolder<Opened extends Service>(
	io: Io,
	{folder, onBug}: {folder: string; onBug: (bug: unknown) => void},
	openOn: (data: string) => Promise<Opened>,
) {
	const data = recordsIn(folder);
	const [{askForService, runLocally}, {readEndpoint}] = await Promise.all([
		import('../../../service/local/run-local.ts'),
		import('../../../service/local/endpoint.ts'),
	]);
	let since = systemClock.monotonic();
	let isReported = false;
	for (;;) {
		const running = await runLocally({folder, runner: 'serve', open: () => openOn(data), onBug});
		if (running) return running;
		const other = readEndpoint(folder);
		if (other?.runner === 'serve') throw new UsageError(serveMessages.alreadyServed(other.pid));
		const waitedMs = systemClock.monotonic() - since;
		if (waitedMs > patienceMs) throw new UsageError(serveMessages.folderInUse(folder));
		// A command usually ends before it matters.
		const isAsked = other?.runner === 'session' || (other && waitedMs > patienceMs / 2);
		if (isAsked && (await askForService(other, io.ending))) {
			if (!isReported) say(io, serveMessages.waiting(other.pid));
			isReported = true;
			since = systemClock.monotonic() - patienceMs / 2;
		}
		await pause(systemClock, checkMs, io.ending);
	}
}
