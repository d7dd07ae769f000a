/** Why the last alert was not delivered; undefined: it was, or there was none. */
export type AlertsState = {problem: string | undefined};

export const initialAlertsState: AlertsState = {problem: undefined};

export type AlertsEvent = {type: 'alerts/settled'; problem: string | undefined};

export const reduceAlerts = (state: AlertsState, {problem}: AlertsEvent): AlertsState =>
	problem === state.problem ? state : {problem};
