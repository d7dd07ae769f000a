import {openDemo} from '../../src/demo/index.ts';
import {listen} from '../../src/service/http/listen.ts';
import {systemClock} from '../../src/lib/time/clock.ts';

/** Opens a service that outlives the TUI; returns the environment that connects to it. Its server `slow` answers too late. */
export async function openService(atEnd: (close: () => Promise<void>) => void, slow?: string) {
	const demo = await openDemo({clock: systemClock});
	if (slow !== undefined) demo.faults.slowRcon(slow, 60_000);
	const {url, feedUrl, close} = await listen(demo, {port: 0});
	atEnd(async () => {
		await close();
		await demo.close();
	});
	return {RCONDECK_URL: url, RCONDECK_TOKEN: demo.credentials.token, RCONDECK_FEED_URL: feedUrl};
}
