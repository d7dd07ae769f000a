import {testJourneys} from './journeys.ts';
import {bundle} from './shipped.ts';

testJourneys(bundle);
