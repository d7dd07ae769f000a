import type {Slice} from '../kernel/state/slice.ts';

/** Why the last alert was not delivered; undefined if it was delivered, or if there was none. */
export type AlertsState = {problem: string | undefined};

export type AlertsEvent = {type: 'alerts/settled'; problem: string | undefined};

export const alertsSlice: Slice<AlertsState, AlertsEvent> = {
	initial: {problem: undefined},
	reduce: reduceAlerts,
};

function reduceAlerts(state: AlertsState, {problem}: AlertsEvent): AlertsState {
	return problem === state.problem ? state : {problem};
}
