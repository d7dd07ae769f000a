import {sparkline} from './sparkline.ts';
import {trendFacts} from './trend-facts.ts';
import {observeServers, reduceTrends} from './trends-state.ts';

/** Everything on trends; loaded with the first list, because the first paint does not need it. */
export const trendFunctions = {reduce: reduceTrends, observe: observeServers, sparkline, facts: trendFacts};
