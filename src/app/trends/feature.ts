import {afterFirstList} from '../kernel/state/wait-until.ts';
import type {Feature} from '../kernel/state/feature.ts';
import type {Services} from '../kernel/state/services.ts';
import {keepTrends} from './keep-trends.ts';

function keepTrendsOfList(services: Services): () => void {
	let stop = () => {};
	const cancel = afterFirstList(services, () => {
		stop = keepTrends(services);
	});
	return () => {
		cancel();
		stop();
	};
}

export const trendsFeature: Feature = {id: 'trends', effects: [keepTrendsOfList]};
