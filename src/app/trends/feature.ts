import {afterFirstList} from '../kernel/after-first-list.ts';
import type {Feature} from '../kernel/feature.ts';
import type {Services} from '../kernel/services.ts';

/** Loaded with the first list: the first paint does not need it. */
function keepTrendsLater(services: Services): () => void {
	let isOver = false;
	let stop = () => {};
	const cancel = afterFirstList(services, async () => {
		const {keepTrends} = await import('./keep-trends.ts');
		if (!isOver) stop = keepTrends(services);
	});
	return () => {
		isOver = true;
		cancel();
		stop();
	};
}

export const trendsFeature: Feature = {id: 'trends', effects: [keepTrendsLater]};
