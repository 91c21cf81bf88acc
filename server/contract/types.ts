// Generated from openapi.yaml by `npm run generate`. Do not edit.
export interface paths {
    "/api/login/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in. A wrong pair and an unknown id answer alike, and as slowly
         * @description The id is folded: １００１ is 1001, e01 is E01. In ten minutes an id has ten wrong attempts at an address, and an address a hundred; then 429 with Retry-After, right or wrong,
         *     whether the id exists or not. Who has signed in from that address before, or with that browser (cookie `known-browser`), is held by his own ten alone.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/logout/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out; the token is dead from then on
         * @description Ends the session of this token alone; other devices of the same employee stay signed in.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The signed-in user
         * @description Who the token speaks for, with the role that decides what may be called. 401 once the token is dead.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/password/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change one's own password. Every token of the employee dies, the one of this call too; the answer brings the one to go on with
         * @description A wrong present password is a field message of `current_password`; a session has ten in ten minutes, then 429 with Retry-After. The password must have 8 characters,
         *     and be neither one character alone nor the employee id nor among the 3,000 commonest (compared without regard to width and case); so it is wherever a password is set.
         */
        post: operations["changeOwnPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/password_reset/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * File a request for a new password; says nothing about whether the id exists
         * @description Files a request that a master_admin sees and answers with a link (`reset_link`). Nothing is mailed, and the answer is the same for an id that does not exist.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/password_reset/requests/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open requests for a new password, newest first
         * @description What was filed by `password_reset`. A request goes once a link is made for its employee (`reset_link`).
         */
        get: operations["listPasswordResetRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/password_reset/validate_token/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Whether a reset link is still good; 404 when not
         * @description Asked when the page of the link is opened, so that a dead link is said before a password is typed. Uses nothing up.
         */
        post: operations["validateResetToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/password_reset/confirm/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with a reset link; every token of the employee dies
         * @description Uses the link up. A password that is too weak is a field message and leaves the link good; a link that is used, expired or unknown is refused.
         */
        post: operations["confirmPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The process answers
         * @description For whoever restarts processes: it asks neither database nor disk. Whether the process can work says `ready`.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/today/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 今日の作業 of one facility
         * @description The runs of a furnace by unit, or the tasks of another facility in order, with what the shop floor has said of them. Without `facility`: the first that has anything planned.
         */
        get: operations["getToday"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/terminals/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 現場端末
         * @description The devices at the furnaces with their facilities, whether they are paired and when each was last heard of.
         */
        get: operations["listTerminals"];
        put?: never;
        /**
         * Add a terminal of the shop floor; it can do nothing until it is paired
         * @description Gives it a name and the facilities that it may see and mark. The code that pairs a device comes from `code`.
         */
        post: operations["createTerminal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/terminals/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cut a terminal off, at once
         * @description Its token is dead from then on, also on a stream of events that is open; what it marked stays.
         */
        delete: operations["deleteTerminal"];
        options?: never;
        head?: never;
        /**
         * Another name or other facilities; a paired terminal goes on with them
         * @description What is absent stays; the list of facilities is replaced as a whole. The device need not be paired anew.
         */
        patch: operations["updateTerminal"];
        trace?: never;
    };
    "/api/terminals/{id}/code/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A code with which the device is paired, once, within ten minutes; an earlier one is void, and a device that was paired goes on until another is
         * @description The code is shown once and typed, or read as a QR code, on the device (`terminal/pair`).
         */
        post: operations["createTerminalCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/terminal/pair/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Use a code up, on the device that shall be the terminal
         * @description Gives the token with which it reads 今日の作業 of its facilities, sends marks for them and hears events. It may do nothing else, and does not expire. Wrong codes are limited as wrong passwords are.
         */
        post: operations["pairTerminal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/terminal/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which terminal this is
         * @description Name and facilities of the device whose token this is; 401 once it was cut off.
         */
        get: operations["getOwnTerminal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/marks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * One tap of 今日の作業
         * @description Start, finish, number of good pieces, or taking back an earlier tap. Accepted while a run is pending too: it is a fact, not a plan. The same `client_id` counts
         *     once and is always answered as the first time. `already`: another device was first; `reason` then says in which numbers an end differs from what that one has said. What the plan knows otherwise by now is `refused` with a reason that names
         *     it; tried once more it is a new tap with an id of its own. What contradicts the plan is no reason to refuse it: an earlier process of the lot that is open, more
         *     begun than there are units; `reason` then says so of a tap that was `accepted`. A started bar stands where it was
         *     started (工程開始), a finished one ends when it was finished (工程終了). `facility` marks what stands on it or was started on it, and takes back what was tapped at it;
         *     a start can be taken back until the end, with the numbers that were tapped since; an end that is taken back leaves those that came after it. A stop with `resumes_on` closes the facility, or its unit, until that day for runs
         *     and all who look; one more of what stands already gives it another day and reason.
         */
        post: operations["postMark"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What changes in the plant, as it happens (server-sent events)
         * @description A stream of `text/event-stream`. `event: ready` comes first, once the server hears what happens, and again whenever it may have missed something
         *     (`data`: a StreamReady). Read anew what is shown where it was read, or the former stream said something last, more than `quiet_ms` ago: what happened
         *     since was not told here. Each other event is named by its `kind` and says what has changed, never how (`data`: a PlantEvent). A comment comes every
         *     15 seconds while the server hears the plant: what happened until then has been told. The stream ends with its token, and tells
         *     nothing of what comes after that, whichever process it was ended at; or when the server stops: ask again. At most 20 streams a user and 500 a process: 503 with Retry-After. A terminal hears `ready`, `schedule`, `marks` and a
         *     complete `run`, without ids and names.
         */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ready/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The process can work (database, migrations, room on its disk, its own worker; whether there is a worker elsewhere is said, but stops nothing); 503 when not or when it stops
         * @description For the proxy in front: it sends calls where this is 200. The sentence of a 503 names what is not ready.
         */
        get: operations["getReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Entries of the plan, by delivery date, serial number, lot, task_sort, id
         * @description Every filter that is given must match; without filters the whole plan. Orders that are delivered or overdue are there too unless a filter leaves them out.
         */
        get: operations["listSchedules"];
        put?: never;
        /**
         * Run the scheduler; while a run is pending its entry comes back
         * @description A body that names nothing takes whatever run is pending. One that names a setting which the pending run has otherwise, or orders that it does not place first, is a 409.
         */
        post: operations["runSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/get_run_settings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a run gets that is asked for without a body; 400 where a setting of the plant is wrong
         * @description The plant's own settings where it has some, else the standard ones. The dialog of 立案実行 begins with them.
         */
        get: operations["getRunSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/movable/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many open bars of the published plan a run may move: neither begun, locked nor made by hand
         * @description The dialog of 立案実行 says it before a plan is made anew.
         */
        get: operations["countMovable"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/get_facility_schedules/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Entries that overlap [from_date, to_date], with times
         * @description What the facility calendar draws: days are the plant's, inclusive; without from_date or to_date that end is open. `facility_ids=null` are bars without a facility.
         */
        get: operations["listFacilitySchedules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/download_excel_gantt/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Make a workbook of the plan: a record (in progress), then the file; 404 and no record where nothing matches
         * @description Answers the workbook once it is made; with `Prefer: respond-async` 202 and the record at once. `schedules` holds six months of tasks from `file_start_date` on, `outsourcing` every open outsourced task, `charges` the furnace runs that start on `file_start_date`, of the facilities searched.
         */
        get: operations["downloadExcelGantt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/workbook_pages/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many sheets of paper the `schedules` workbook of these filters takes, printed whole
         * @description Counted as the workbook breaks its pages, A3 for the boards and A4 for the list; a printer of other margins may take one more or less.
         */
        get: operations["getWorkbookPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/get_excels/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Records of the workbooks that were made, newest first
         * @description Those of all users, with their state. A record that is complete names the call that gives its file.
         */
        get: operations["listExcels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/excels/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The file of a record; 404 until it is complete
         * @description The workbook as it was made; it is not made anew. Old records are cleared away with their files.
         */
        get: operations["getExcelFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/get_schedules_order_info/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the left block shows of orders, by order id
         * @description Serial number, product, customer, deadline, state and lateness of the orders named; an id that is not there is left out of the map.
         */
        get: operations["getScheduleOrderInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/overview/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What of the plan needs the planner, whatever the filter: how many open orders are late and the latest of them, and how many open bars contradict the rest of the plan or break a rule where they stand, with the first of them
         * @description The strip above the boards stands on it. It tells counts and the first fifty of each; the others come by pages from `late` and `conflicts`, so that its size does not grow with the plan.
         */
        get: operations["getScheduleOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/late/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open late orders of the plan: by days late, the most first, then deadline and serial number
         * @description An order is late by the bar that ends last against its deadline, as the plan stands now. With `order_ids` only these, with `entry_id` the one of that bar.
         */
        get: operations["listLateOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/conflicts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open bars that contradict the rest of the plan, or break a rule where they stand, by start
         * @description What hand and import have brought about since the run: overlaps, closed days, facilities that cannot do the task, a process before the one it follows. Each says its reasons.
         */
        get: operations["listScheduleConflicts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/lateness/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why one order is late, and who stands in its way: what its days are made of, and the facility at which its lot that ends last waits longest with all that stands there meanwhile
         * @description Its days are told apart by what took them, as the newest complete run found it; the bars are as they stand now. 404 for an order that is not there.
         */
        get: operations["getLateness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/misfits/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open bars that break a rule where they stand since what the plan was made from has changed, by start
         * @description Looked for after each change of master data or plan; each bar says what it breaks. A run with `moving: misfits` moves these and what follows them, and little else.
         */
        get: operations["listMisfits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/advice/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What would make a late order less late, and what that costs: each a plan that was made for it, beside the one that stands
         * @description Three things are tried in a thread: to place the order first, to have its partner bring it back sooner, and more capacity at one facility; each with who gains and who pays. Nothing is written. A short search answers within seconds; then the search that a run makes, as long as it is asked for (`refining`). Asked again for the same plan, the answer is remembered.
         */
        get: operations["getAdvice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/{id}/schedule_details/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Labour by day, tools and furnace runs of an entry
         * @description What 工程詳細 shows under the form. A bar without furnace run, tools or hours by day has empty lists.
         */
        get: operations["getScheduleDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/furnace-runs/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Furnace runs of the plan that start within [from_date, to_date], by start, furnace and unit
         * @description Each with its treatment, fill and members, furnaces of `facility_ids` or all. Days are the plant's, inclusive.
         */
        get: operations["listFurnaceRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/furnace-runs/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One furnace run with its members
         * @description Temperature, times, weight and volume against what the furnace bears, and the lots in it. 404 once a run of the scheduler or a move has dissolved it.
         */
        get: operations["getFurnaceRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/{id}/place/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where an entry stands: its facility and start, and at which place its order stands among the orders that the filters leave
         * @description By it a board opens at a bar that a link or a search names: the page is the place divided by the size of a page. Place null where the filters leave the order out.
         */
        get: operations["getSchedulePlace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/find/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Orders, products and facilities whose number, code or name holds a text, the nearest first; of each order the bar to look at
         * @description Of each kind the nearest few; an exact hit comes first. Orders without a bar are found too, and say so.
         */
        get: operations["findInSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/add_schedule/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an entry by hand
         * @description Needs `order_task`, or `task_id` and `lot_number`. A second bar for one order task is refused; what is doubtful about the place is saved and said under `warnings`. With `dry_run` nothing is written; the answer has these warnings, and no entries. 409 while a run is pending.
         */
        post: operations["addSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/get_free_time/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The first time from a moment on at which a facility is free for a task, and how much of it has room at that moment
         * @description For the form of a new bar: calendar, holidays, units and the bars that stand there are heeded. Nothing is reserved by asking.
         */
        get: operations["getFreeTime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/lock_order/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lock every entry of the orders
         * @description 工程開始 for each bar that is not locked yet; a run leaves them where they are. One step of 元に戻す; 409 while a run is pending.
         */
        post: operations["lockOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/unlock_order/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unlock every entry of the orders
         * @description The next run may move their bars again; what the core system or the shop floor reports as finished stays as it is. One step of 元に戻す; 409 while a run is pending.
         */
        post: operations["unlockOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/set_work_time/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fix the clock times of bars; nulls clear them
         * @description Start on the first day of each bar and end on its last, by half hours of 08:00 to 16:00. A locked bar is refused, and then none is changed. One step of 元に戻す; 409 while a run is pending.
         */
        post: operations["setWorkTime"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/move_schedules/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move bars, all or none, in one step: a bar and the later tasks of its lot, the lots of a furnace run, or those that are selected
         * @description Judged together, as they will stand. A locked bar that stays locked, a stale `version` or a facility that cannot do the task refuses them all, named by bar; what is doubtful is saved and said under `warnings`. 409 while a run is pending.
         */
        post: operations["moveSchedules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/delete_schedules/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove entries, all or none, in one step; the next run plans their tasks again
         * @description A locked bar or a stale `version` refuses them all, and is named. One step of 元に戻す; 409 while a run is pending.
         */
        post: operations["deleteSchedules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/surroundings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What bars are judged against anywhere between two days, asked once when a drag begins; of one bar, of the lots of a furnace run, of those that are selected
         * @description With it a browser judges each half day of a drag by itself, by the same rules as the server does at the save. Facilities, calendar, bars nearby and what must come before and after.
         */
        get: operations["getSurroundings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/history/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What 元に戻す and やり直す of the signed-in user would do
         * @description Null at an end where there is no step, with the reason in words. A run begins anew.
         */
        get: operations["getScheduleHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/undo/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back the user's own last step
         * @description A step is one schedule write (a move, a lock, an addition, a deletion, clock times), with every bar that it changed; taps of 今日の作業 are facts and no steps.
         *     A deleted bar comes back under its old id; versions only rise. 409 with the reason when there is none since the plan was made, when `step` is not the last one,
         *     and when someone else, an import or the shop floor has changed one of its bars since: such a step is passed over, so that those before it can be reached, until its bars are again as it left them.
         */
        post: operations["undoSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/redo/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Do again the step that was taken back last
         * @description Until the user's next write; refused as `undo` is.
         */
        post: operations["redoSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/{id}/modify_schedule/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save the task form
         * @description Refused with a field message: an end before its start, a facility that cannot do the task, a missing or impossible date, other dates or facility of a bar that stays locked, the `order` of another bar. Saved and said under `warnings`: overlap, capacity, a holiday, the deadline passed. 409 for a stale `version`, and while a run is pending.
         */
        post: operations["modifySchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/{id}/modify_facility_schedule/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The same from the facility calendar
         * @description Takes, refuses and answers as `modify_schedule` does; two names, because the specification has two.
         */
        post: operations["modifyFacilitySchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove the entry only; the next run plans its task again
         * @description A locked bar is refused, a stale `version` is 409. One step of 元に戻す; 409 while a run is pending.
         */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/{id}/delete_facility_schedule/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * The same from the facility calendar
         * @description Takes and refuses as `DELETE /api/schedules/{id}/` does; two names, because the specification has two.
         */
        delete: operations["deleteFacilitySchedule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/{id}/switch_lock_status/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Toggle the lock; what is wrong with a place that is locked is said as under a save
         * @description A locked bar (工程開始) is left where it is by runs and refuses moves and deletion. A stale `version` is 409, and so is a run that is pending.
         */
        post: operations["switchLockStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedule-orders/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ids of the orders with entries that pass the filters, by delivery date or days late
         * @description The rows of the Gantt chart, page by page; the bars of a page are then asked for by `order_ids`.
         */
        get: operations["listScheduleOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedule-facilities/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ids of the facilities to show, by code; last null where an entry without a facility is among them
         * @description The rows of the facility calendar: active facilities that match the filters of task and facility, with filters of orders or products only those that have such work. Empty while there is no plan at all.
         */
        get: operations["listScheduleFacilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedule-loads/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Load of the facilities to show, half day by half day: planned hours (furnaces: kg or m³) against what is open
         * @description The facilities are those of `schedule-facilities`; their load is that of all unfinished work, whatever is searched. `-load`: the fullest first, over all pages, furnaces by fill or occupied hours, whichever is worse.
         */
        get: operations["listScheduleLoads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedule-queues/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Runs of the scheduler, newest first
         * @description Each with its state, progress, who asked for it, its times and what it counted. `phase` says what a running one does.
         */
        get: operations["listScheduleQueues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedule-queues/has_pending_schedule/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether a run is queued or running
         * @description While it is, every write to the plan answers 409; master data, imports and marks of 今日の作業 go on.
         */
        get: operations["hasPendingSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedule-queues/report/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the newest complete run did: late orders before and after, what moved, what could not be planned, and why
         * @description Also which changes it heeded, its other plans, and whether this user has closed it. What was moved by hand since does not change it.
         */
        get: operations["getRunReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedule-queues/moves/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every bar that the newest complete run moved: those of late orders first, the latest of them first, then those that moved furthest
         * @description Each with where it stood before, so that a board can draw both.
         */
        get: operations["getRunMoves"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedule-queues/{id}/close_report/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * This user has closed the report of a run; asked again, nothing changes
         * @description Only for the user who asks, on all of their devices; the report itself stays.
         */
        post: operations["closeRunReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedules/former_places/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where the bars that the newest run moved stood before it: of these orders, or of these facilities and days as the bars stand now
         * @description With `with`: where that plan has the bars that it has elsewhere than they stand
         */
        get: operations["getFormerPlaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedule-queues/{id}/cancel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a run
         * @description The plan stays as it was. A run that has ended already comes back as it is; one that is asked for meanwhile is a new one.
         */
        post: operations["cancelScheduleQueue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plans/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Plans: the published one, what its run offers beside it, scenarios, and those that were published before, the newest first
         * @description The published one first, then by kind, number and age. `stale` of each is asked of what it was made from
         */
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plans/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A plan
         * @description Its bars are read by the reads of boards with `plan`
         */
        get: operations["getPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plans/{id}/adopt/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a plan
         * @description Bars, locks and furnace runs of the published plan become those of this one; what the shop floor has begun or finished stays. A step that can be taken back. Refused (409, with `current`) once another plan than `from` is published, and once the published one was changed by hand, or what the plan was made from is otherwise, unless `anyway` is said
         */
        post: operations["adoptPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/plans/{id}/compare/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A plan beside one or two others
         * @description The same order of plans everywhere, this one first. Orders that ship on another day, or are late by other days, in one of them: those first that lose most by this plan. With `of` those alone that are so in the plan `of` beside the base, which is the published plan, or this one where that is none of them
         */
        get: operations["comparePlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/scenarios/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy a plan to try things in
         * @description A plan of kind `scenario`, as the copied one stands: read, edited and undone by the calls of boards with its `plan`, compared and adopted as any other. The published plan is untouched. Refused (409) while nothing is planned, and while there are twenty, with the one that would go (`current`), unless `anyway` is said
         */
        post: operations["createScenario"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/scenarios/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a scenario
         * @description The published plan is untouched. A stale `version` is 409.
         */
        delete: operations["dropScenario"];
        options?: never;
        head?: never;
        /**
         * Change a scenario
         * @description Its name, and the premises on which it is planned next. A stale `version` is 409 and changes nothing.
         */
        patch: operations["changeScenario"];
        trace?: never;
    };
    "/api/scenarios/{id}/plan/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Plan a scenario on its premises
         * @description As a run plans: what stands in it and is locked stays, all else finds its place again in the plant as its premises have it. Its bars and premises are read-only meanwhile (409). Asked again while it is being planned, it goes on as it was asked. The published plan is untouched
         */
        post: operations["planScenario"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/scenarios/{id}/cancel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop planning a scenario
         * @description It stays as it was. One that is not being planned comes back as it is.
         */
        post: operations["cancelScenario"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proposals/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What would make orders less late
         * @description Changes of the plant that were tried of their own accord beside the published plan after its run, and gain more than the noise of the search; the best first. Empty: nothing of what was tried helps
         */
        get: operations["listProposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proposals/{id}/try/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the scenario of a proposal
         * @description A scenario that stands on its premises, and is being planned. Made already, it is given as it is. Refused (409) once another plan is published
         */
        post: operations["tryProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/promises/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Questions that were answered, newest first
         * @description Each with its answers as they were given, without their `entries`, which are empty here. What is there now is not looked at
         */
        get: operations["listPromises"];
        put?: never;
        /**
         * When something could ship that is not ordered yet
         * @description The lines are answered together, each after what the ones before it take, beside the published plan as it stands: nothing of it moves, and nothing is planned.
         *     Processes are those of the newest order of the product that stands whole in the plan, else of its newest (`routing`), their hours by the pieces. A line that cannot be answered says why in `text`.
         *     Earlier days and what makes a wished day possible are sought behind it (`refining`): ask `getPromise` again.
         */
        post: operations["askPromise"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/promises/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A question with its answers
         * @description While it is `refining`, earlier days come in
         */
        get: operations["getPromise"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/promises/{id}/want/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * 仮押さえを依頼
         * @description Who may not hold days asks those who may, for these lines besides those that he wants already. The wish for a line stands until it is held, or the wish is taken back (`wanted` false). A line without a day, and one that is held or ordered, is no wish. Refused (409) where none of them is one.
         */
        post: operations["wantPromise"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/promises/{id}/keep/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * 仮押さえ
         * @description The days that were answered are held: each line becomes a provisional order (製番 仮…) with its bars in the published plan where they move nothing, planned like any other until it expires, is released, or a real order takes its place. An earlier day of an answer (`dates`) is promised as it is: the plan has it later (`broken`) until a run places it first (`runSchedule` with `first_orders`). Refused (409) where a day can no longer be kept, as something else has taken the room, and while a run is pending.
         */
        post: operations["keepPromise"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/promises/{id}/extend/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * 仮押さえを延長
         * @description What is held of the question expires so many days later, 90 days from today at most. Refused (409) where nothing of it is held.
         */
        post: operations["extendPromise"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/promises/{id}/release/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * 仮押さえを解除
         * @description Its provisional orders go, with their bars.
         */
        post: operations["releasePromise"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/promises/{id}/fulfil/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * 受注に結ぶ
         * @description A real order takes the place of a provisional one: bars of processes that are not planned yet go where the provisional ones stood, which go. Both are of one product. An order that is not there yet is named by its number: it takes the place once a file brings it; null takes that back. Refused (409) for an order of another product, and for the number of a provisional one.
         */
        post: operations["fulfilPromise"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{id}/routings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Orders whose processes a product could be made by
         * @description Those that stand whole in the plan first, then the newest; only orders of which every lot has processes. The first is taken where a question names none
         */
        get: operations["listRoutings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schedule-errors/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was said of a plan when it was made
         * @description Errors, warnings and information, with the order, task and facility of each; a scenario that was not planned yet has those of the plan it is a copy of. Of the published plan, if a later run failed or was cut off, that stands first.
         */
        get: operations["listScheduleErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/actuals/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 実績
         * @description What happened to processes, beside what was planned of each then; by the day on which it ended, under way on which it began. A row stays and says the same when its order goes.
         */
        get: operations["listActuals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/figures/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 指標: the figures of the plant in a period, against the one before (docs/figures.md says each formula)
         * @description On-time rate, days late, fill and number of furnace runs, work in progress and flow time, each with how it compares.
         */
        get: operations["getFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tasks (processes)
         * @description By code; inactive ones too unless active_only=1. Names and codes are searched in part, blind to case, width and kana.
         */
        get: operations["listTasks"];
        put?: never;
        /**
         * Add a task
         * @description A code that is there is a field message; the code of an inactive task makes that one active again. Tasks come by import as a rule.
         */
        post: operations["createTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A task
         * @description 404 for an id that is not there; inactive ones are given.
         */
        get: operations["getTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the short form of a task
         * @description What is absent stays; a stale `version` is 409 and changes nothing. Code and name come from the core system and are not changed here.
         */
        patch: operations["updateTask"];
        trace?: never;
    };
    "/api/tasks/upload_csv/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import tasks
         * @description All rows or none: a row that cannot be taken keeps the others back unless skip_bad_rows=1 leaves it out. An upsert by task code; tasks that the file lacks stay.
         */
        post: operations["importTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tasks/get_task_facilities/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Facilities by task name, tasks of one name together
         * @description For the choice of a facility in searches and forms. Active ones alone.
         */
        get: operations["getTaskFacilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Active products
         * @description By code, with the row lists of each. Codes, names and customers are searched in part.
         */
        get: operations["listProducts"];
        put?: never;
        /**
         * Add a product
         * @description With its rows of heat treatment, processing and demolding. A code that is there is a field message; that of an inactive product makes it active again.
         */
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A product with its row lists
         * @description 404 for an id that is not there; inactive ones are given.
         */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        /**
         * Delete a product (deactivate one in use)
         * @description One that orders or bars use is deactivated and vanishes from the list; its code, used again, wakes it. A stale `version` is 409.
         */
        delete: operations["deleteProduct"];
        options?: never;
        head?: never;
        /**
         * Change a product; a row list that is there is replaced as a whole
         * @description What is absent stays; rows with an id are changed, those without one added, absent ones removed. A stale `version` is 409 and changes nothing; a row with an error is named by its place.
         */
        patch: operations["updateProduct"];
        trace?: never;
    };
    "/api/products/upload_csv/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import products
         * @description An upsert by product code; what several rows say of one product must agree. A row with a heat task takes in that treatment, too; products that the file lacks stay.
         */
        post: operations["importProducts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/upload_heat_treatment_csv/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import heat treatments, processing machines and demolding times
         * @description Replaces the rows of each kind for the products that are in the file; an unknown product, task or facility is an error of its row.
         */
        post: operations["importHeatTreatments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/get_customer_products/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Products by customer
         * @description For the choice of products in searches, grouped as people look for them. Active ones alone.
         */
        get: operations["getCustomerProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/products/get_product_demoldings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Demolding times of all products
         * @description The least hours between casting and 解枠 of each product and task, for those that have some.
         */
        get: operations["getProductDemoldings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Orders
         * @description By serial number, those that are delivered too. Serial numbers, codes and names are searched in part.
         */
        get: operations["listOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An order with its lots, order tasks and entries
         * @description The whole of one order: what the core system says of it and where its tasks stand in the plan.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        /**
         * Remove an order with lots, order tasks, castings and entries, locked ones too
         * @description At once and without a way back but an import; the next import of orders that has it brings it again. 404 where it is gone already.
         */
        delete: operations["deleteOrder"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lots/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a lot with its order tasks, casting and entries, locked ones too
         * @description At once and without a way back but an import; the order stays, also where it was the last lot.
         */
        delete: operations["deleteLot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/castings/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove the casting of a lot
         * @description The lot then has the casting date of its order, if that has one. Order tasks and bars stay.
         */
        delete: operations["deleteCasting"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/set_priority/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give orders a priority; the next run obeys it
         * @description 特急, 通常 or 後回し; imports keep it. An id that is not there refuses them all.
         */
        post: operations["setOrderPriority"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/{id}/eligible_facilities/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which facilities may do each active task for the product of an order
         * @description As the task form judges it: active facilities that do the task, and of these the ones that the product names, where it names some.
         */
        get: operations["getEligibleFacilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/upload_csv/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import orders
         * @description An upsert by serial number; orders that the file lacks stay, and a priority that was given is kept. An unknown product is a warning, not an error: the core system is ahead of the masters.
         */
        post: operations["importOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/delete_all/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove all orders with lots, order tasks, castings and entries, locked ones too
         * @description In one transaction; products, facilities and other masters stay. For starting over before a whole import.
         */
        post: operations["deleteAllOrders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/get_tasks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Order tasks of the orders (without order_ids: of all)
         * @description By order, lot and task_sort, with what the core system reports as received. The times planned for them are in `schedules`.
         */
        get: operations["listOrderTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/upload_order_task_csv/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import order tasks (工程情報)
         * @description Each lot of the file is replaced as a whole: tasks that are gone from it go with their bars, finished or locked ones stay with a warning. Lots that the file lacks stay. An unknown order or task is an error of its row.
         */
        post: operations["importOrderTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/delete_all_tasks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove all order tasks with their entries
         * @description In one transaction; orders and castings stay. Without them the next run has nothing to plan.
         */
        post: operations["deleteAllOrderTasks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/get_delivery_dates/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Delivery dates by order id
         * @description Of all orders that have one, for calendars of deadlines.
         */
        get: operations["getDeliveryDates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/get_castings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Castings of lots
         * @description By serial number and lot; dates are inclusive.
         */
        get: operations["listCastings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/upload_order_casting_csv/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import castings
         * @description An upsert by serial number and lot. A holiday, or a day after the delivery date, is a warning; an unknown order an error of its row.
         */
        post: operations["importCastings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/orders/delete_all_castings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove all castings
         * @description In one transaction; nothing else goes. Lots then have the casting date of their order.
         */
        post: operations["deleteAllCastings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/facilities/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Facilities
         * @description By code, with the tasks of each; inactive ones too unless active_only=1.
         */
        get: operations["listFacilities"];
        put?: never;
        /**
         * Add a facility
         * @description Name and code must be free among active facilities: a field message else. The code of an inactive one makes that active again.
         */
        post: operations["createFacility"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/facilities/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A facility with its tasks
         * @description 404 for an id that is not there; inactive ones are given.
         */
        get: operations["getFacility"];
        put?: never;
        post?: never;
        /**
         * Delete a facility (deactivate one in use)
         * @description One that bars or products use is deactivated: runs no longer plan on it. A stale `version` is 409.
         */
        delete: operations["deleteFacility"];
        options?: never;
        head?: never;
        /**
         * Change a facility
         * @description What is absent stays; `task_ids`, where given, replaces the tasks as a whole. A stale `version` is 409. Bars stay where they are: those that no longer fit are told by `misfits`.
         */
        patch: operations["updateFacility"];
        trace?: never;
    };
    "/api/facilities/upload_csv/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import facilities
         * @description An upsert by facility code, the tasks of each replaced by those of the file; what several rows say of one facility must agree. Facilities that the file lacks stay.
         */
        post: operations["importFacilities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/facilities/get_availability/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Units per facility name and day, the default filled in
         * @description The number of units, 0 on a closed day, or what was set for that day; keyed by name, which is unique among active facilities.
         */
        get: operations["getAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/facilities/set_availability/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Override units; only what the map names changes; null removes an override
         * @description A number that is the default again removes the override. An unknown name, or a number that is negative or a fraction, is a message under the name, and nothing is changed. The plan is then stale until the next run.
         */
        post: operations["setAvailability"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/outsourcings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Active outsourcing partners
         * @description By code. Codes and names are searched in part.
         */
        get: operations["listOutsourcings"];
        put?: never;
        /**
         * Add a partner
         * @description A code that is there is a field message; that of an inactive partner makes it active again.
         */
        post: operations["createOutsourcing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/outsourcings/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A partner
         * @description 404 for an id that is not there; inactive ones are given.
         */
        get: operations["getOutsourcing"];
        put?: never;
        post?: never;
        /**
         * Delete a partner (deactivate one in use)
         * @description One that order tasks name is deactivated and vanishes from the list. A stale `version` is 409.
         */
        delete: operations["deleteOutsourcing"];
        options?: never;
        head?: never;
        /**
         * Change a partner
         * @description What is absent stays; a stale `version` is 409 and changes nothing.
         */
        patch: operations["updateOutsourcing"];
        trace?: never;
    };
    "/api/outsourcings/upload_csv/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import outsourcing partners
         * @description An upsert by code; partners that the file lacks stay.
         */
        post: operations["importOutsourcings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/outsourcing-work/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Unfinished work with partners: late returns first, then by what comes next from the week on
         * @description Each with its hand-over, the day asked for, what the partner answered, and how late it makes its order. `filter` leaves one kind of it.
         */
        get: operations["listOutsourcingWork"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/outsourcing-work/summary/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The week's counts, the partners, and how they kept their days in the last three months
         * @description What is to be handed over, what comes back, what is overdue and what has no answer, of one partner or of all.
         */
        get: operations["getOutsourcingSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/outsourcing-work/answer/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep what a partner answered; it binds the next run. What is absent stays, null takes an answer back
         * @description A day in the past or more than two years ahead, or more pieces than there are, is a field message; a holiday, or a day before the hand-over, is kept and said under `warnings`. A stale `version` is 409.
         */
        post: operations["answerOutsourcing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/outsourcing-work/answered_sheets/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a sheet that a partner filled in. dry_run=1 shows every difference and its effect, and writes nothing
         * @description Rows that cannot be taken keep all others back, unless skip_bad_rows=1 leaves exactly them out.
         */
        post: operations["takeAnsweredSheets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/employees/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Active employees
         * @description By id. The role is compared whole, id and furigana in part; no password is ever given.
         */
        get: operations["listEmployees"];
        put?: never;
        /**
         * Add an employee
         * @description An id that is there is a field message; that of a deleted employee makes them active again. Without a password they sign in once a link has set one.
         */
        post: operations["createEmployee"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/employees/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An employee
         * @description 404 for an id that is not there; no password is ever given.
         */
        get: operations["getEmployee"];
        put?: never;
        post?: never;
        /**
         * Delete an employee; their tokens and reset links die
         * @description The last master_admin cannot be deleted. What they did stays in the history under their name; a stale `version` is 409.
         */
        delete: operations["deleteEmployee"];
        options?: never;
        head?: never;
        /**
         * Change an employee; a new id, password or role kills their tokens and reset links
         * @description What is absent stays, and so does a password that is empty. The last master_admin keeps the role; a stale `version` is 409.
         */
        patch: operations["updateEmployee"];
        trace?: never;
    };
    "/api/employees/{id}/reset_link/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link that sets a new password, good once within 24 hours
         * @description For whoever forgot the password: hand the address over yourself, nothing is mailed. An earlier link of the employee is void.
         */
        post: operations["createResetLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/employees/upload_csv/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import employees
         * @description An upsert by employee id; an empty password of one who is there changes nothing. Employees that the file lacks stay; a file that would leave no master_admin is refused.
         */
        post: operations["importEmployees"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/holiday-calendars/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Holidays by date
         * @description Days on which the plant is closed, whole days each. What one facility does on a day says `get_availability`.
         */
        get: operations["listHolidays"];
        put?: never;
        /**
         * Make a day a holiday
         * @description Facilities have no units on it but those that were set for the day. A day outside 2000-01-01 to 2100-12-31 is a field message. The plan is stale until the next run.
         */
        post: operations["createHoliday"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/holiday-calendars/closed/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Days on which the plant is closed
         * @description Within its first and last row the holiday table says them all; before and behind it weekends are closed. All screens, runs and workbooks go by these days.
         */
        get: operations["getClosedDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/holiday-calendars/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Make it a working day again
         * @description Facilities have their units again. A stale `version` is 409; the plan is stale until the next run.
         */
        delete: operations["deleteHoliday"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/holiday-calendars/upload_csv/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import holidays
         * @description Days marked as closed become holidays, those marked as open cease to be; other days stay as they are. How many it opens is a warning.
         */
        post: operations["importHolidays"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 変更履歴: who changed what, newest first
         * @description Each change of a field with its old and new value, by people, imports and runs (a run is one line). Searches of key and actor are in part; `part_of` leaves those of one import.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/master-check/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * マスタ点検: what would keep the scheduler from planning well
         * @description Only what the open tasks of the plant's own facilities need is judged, so that a clean plant shows nothing; each finding leads to the form that mends it. Also lots and products that stand twice but for zeros in front.
         */
        get: operations["getMasterCheck"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/master-check/join/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make two lots of an order, or two products, one that differ only by zeros in front
         * @description The longer spelling stays. What both say of a process is said by what was imported later; bars stay where the kept one has them
         */
        post: operations["joinDoubles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/nights/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 過去の夜間処理: every night, newest first
         * @description Each with its state, its files and problems counted, and whether it was confirmed. Without INBOX_DIR there are none.
         */
        get: operations["listNights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/nights/latest/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What stands above the boards: the oldest night that nobody has confirmed with the newer ones, else the newest that has ended; whether one is under way or was missed
         * @description With whether this user has confirmed it. A night is missed when it has not begun ten minutes after its time.
         */
        get: operations["getLatestNight"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/nights/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One night: its files, left-out rows, late orders before and after, what moved, its workbooks
         * @description As it was told when it ended; orders that were deleted since are marked. 404 for one that is not there.
         */
        get: operations["getNight"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/nights/{id}/acknowledge/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * 確認済みにする: this user has seen the night; asked again, nothing changes
         * @description Only for the user who asks, on all of their devices: the night leaves the boards and stays in the list.
         */
        post: operations["acknowledgeNight"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/nights/{id}/left_out_rows/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rows that the imports of a night left out, a sheet a file, with their numbers and the reasons; 404 where there are none
         * @description A workbook as it was read, with the number and the reason of each row, ready to be mended and imported again.
         */
        get: operations["getNightLeftOutRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import-history/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 取込履歴: what became of each import, newest first
         * @description Each with who imported what, its counts and its outcome: taken, refused, taken back. Refused ones are kept as well, dry runs are not.
         */
        get: operations["listImportHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import-history/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One import with everything that was said of it
         * @description Its errors and warnings in full, up to a thousand, and whether it can be taken back. 404 for one that is not there.
         */
        get: operations["getImportHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import-history/{id}/left_out_rows/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rows that an import left out, as they were, with their numbers and the reasons; 404 where there are none
         * @description A workbook with the headers of the kind, ready to be mended and imported again.
         */
        get: operations["getLeftOutRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import-history/{id}/undo/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What taking an import back would do; 409 with the reason where it cannot be taken back
         * @description The records that would go back, and those that would stay because they were changed or used since, with the reason of each. Writes nothing.
         */
        get: operations["getImportUndo"];
        put?: never;
        /**
         * この取込を取り消す: each record becomes what it was before the import, within 30 days of it
         * @description What was changed since, or is used by now, is left as it is and named. Itself an entry of the history, which cannot be taken back
         */
        post: operations["undoImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/imports/left_out_rows/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The rows that several imports left out, a sheet a file, with their numbers and the reasons; 404 where there are none
         * @description For a まとめて取込: the files of one press, in the order given, ready to be mended and imported again.
         */
        get: operations["getLeftOutOfImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/imports/{kind}/template/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An empty workbook with the headers of an import kind
         * @description Ready to be filled in: codes are texts there, so that zeros in front live. A CSV file for the kinds that come as one.
         */
        get: operations["getImportTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        Permission: "master_admin" | "planning_manager" | "outsourcing_manager" | "manager";
        Id: number;
        NullableId: number | null;
        /** @description The version that was read; a stale one is a 409. Left out or null: nothing is compared, and the write is accepted */
        WriteVersion: number | null;
        Code: string;
        Name: string;
        /** @description m */
        Size: number | null;
        /** @description m3 */
        Volume: number | null;
        Hours: number;
        Days: number;
        /**
         * Format: date
         * @description A day that the plan takes: 2000-01-01 to 2100-12-31
         */
        PlanDate: string;
        /** Format: date */
        NullableDate: string | null;
        /**
         * Format: date-time
         * @example 2026-04-01T08:30:00+09:00
         */
        Instant: string;
        /** Format: date-time */
        NullableInstant: string | null;
        /** @example 08:30 */
        Clock: string | null;
        Page: {
            count: number;
            /**
             * @description Path with query of the next page
             * @example /api/products/?limit=100&offset=100
             */
            next: string | null;
            /** @description Path with query of the page before */
            previous: string | null;
        };
        /**
         * @example {
         *       "count": 2,
         *       "next": null,
         *       "previous": null,
         *       "results": [
         *         501,
         *         502
         *       ]
         *     }
         */
        IdPage: {
            results: components["schemas"]["Id"][];
        } & components["schemas"]["Page"];
        /**
         * @example {
         *       "count": 3,
         *       "next": null,
         *       "previous": null,
         *       "results": [
         *         11,
         *         12,
         *         null
         *       ]
         *     }
         */
        NullableIdPage: {
            results: components["schemas"]["NullableId"][];
        } & components["schemas"]["Page"];
        Error: {
            /** @description The sentence to show */
            error?: unknown;
            /** @description The row as it is now (409) */
            current?: unknown;
        } & {
            [key: string]: unknown;
        };
        /**
         * @example {
         *       "version": 3
         *     }
         */
        VersionBody: {
            version?: components["schemas"]["WriteVersion"];
        };
        /**
         * @example {
         *       "deleted": 1204
         *     }
         */
        DeletedCount: {
            deleted: number;
        };
        /**
         * @example {
         *       "employee_id": "1002",
         *       "password": "foundry-demo"
         *     }
         */
        Login: {
            employee_id: string;
            password: string;
        };
        /**
         * @example {
         *       "token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIyIn0.c2lnbmF0dXJl"
         *     }
         */
        Token: {
            token: string;
        };
        /**
         * @example {
         *       "id": 2,
         *       "employee_id": "1002",
         *       "name": "佐藤 花子",
         *       "name_furigana": "さとう はなこ",
         *       "permission": "planning_manager"
         *     }
         */
        Me: {
            id: components["schemas"]["Id"];
            employee_id: string;
            name: string;
            name_furigana: string;
            permission: components["schemas"]["Permission"];
            /** @description The page after a login, where the plant wants another than /products */
            landing?: string;
        };
        /**
         * @example {
         *       "current_password": "foundry-demo",
         *       "password": "atarashii-kagi"
         *     }
         */
        PasswordChange: {
            current_password: string;
            /** @description At least 8 characters */
            password: string;
        };
        /**
         * @example {
         *       "employee_id": "1002"
         *     }
         */
        PasswordResetRequest: {
            employee_id: string;
        };
        /**
         * @example {
         *       "id": 7,
         *       "employee": 2,
         *       "employee_id": "1002",
         *       "name": "佐藤 花子",
         *       "requested_at": "2026-04-01T08:30:00+09:00"
         *     }
         */
        PasswordResetRequestRow: {
            id: components["schemas"]["Id"];
            /** @description The employee's id */
            employee: components["schemas"]["Id"];
            employee_id: string;
            name: string;
            requested_at: components["schemas"]["Instant"];
        };
        PasswordResetRequestPage: {
            results: components["schemas"]["PasswordResetRequestRow"][];
        } & components["schemas"]["Page"];
        /**
         * @example {
         *       "url": "http://127.0.0.1:3000/reset_password?token=Zm91bmRyeQ",
         *       "expires_at": "2026-04-02T08:30:00+09:00"
         *     }
         */
        ResetLink: {
            url: string;
            expires_at: components["schemas"]["Instant"];
        };
        /**
         * @example {
         *       "token": "Zm91bmRyeQ"
         *     }
         */
        ResetToken: {
            token: string;
        };
        /**
         * @example {
         *       "employee_id": "1002",
         *       "expires_at": "2026-04-02T08:30:00+09:00"
         *     }
         */
        ResetTokenState: {
            employee_id: string;
            expires_at: components["schemas"]["Instant"];
        };
        /**
         * @example {
         *       "token": "Zm91bmRyeQ",
         *       "password": "atarashii-kagi"
         *     }
         */
        PasswordResetConfirm: {
            token: string;
            /** @description At least 8 characters */
            password: string;
        };
        Tap: {
            /**
             * Format: uuid
             * @description Made by the device
             * @example 3f0c1f6e-6c1e-4a58-9d52-0b8c3f1f7a10
             */
            client_id: string;
            /** @enum {string} */
            kind: "start" | "finish" | "quantity" | "stop" | "resume" | "undo";
            /**
             * Format: instant
             * @description By the device's clock; without an offset the plant's time
             * @example 2026-11-25T09:32:10+09:00
             */
            at: string;
            facility: components["schemas"]["Id"];
            unit?: number | null;
            furnace_run?: components["schemas"]["NullableId"];
            entries?: {
                entry_id: components["schemas"]["Id"];
                /** @description Good pieces, of a furnace run of those in it */
                quantity?: number | null;
                /**
                 * @description What the device calls it, for a refusal
                 * @example 026X0255-02
                 */
                name?: string;
            }[];
            /**
             * Format: uuid
             * @description Of an undo: the tap that is taken back
             */
            undoes?: string | null;
            /** @description Of a quantity, or an end, below the full number: why */
            defect?: components["schemas"]["NullableDefect"];
            /**
             * Format: date
             * @description Of a stop: the first day on which it is expected to work again, a year away at most; null: nobody knows, and a run plans as if it worked
             * @example 2026-11-27
             */
            resumes_on?: string | null;
            /** @description Of a stop of the unit, or without one of the facility: why */
            stop?: components["schemas"]["NullableStopReason"];
            /**
             * @description Who worked, from the list of the terminal
             * @example 山田
             */
            worker?: string | null;
        };
        /** @enum {string} */
        Defect: "crack" | "cavity" | "size" | "surface" | "damage" | "other";
        NullableDefect: components["schemas"]["Defect"] | null;
        /** @enum {string} */
        StopReason: "breakdown" | "material" | "setup" | "people" | "power" | "other";
        NullableStopReason: components["schemas"]["StopReason"] | null;
        Stop: {
            /** @description From 0; null: the facility as a whole */
            unit: number | null;
            reason: components["schemas"]["StopReason"];
            stopped_at: components["schemas"]["Instant"];
            /** @description The first day on which it is expected to work again: closed until then */
            resumes_on: components["schemas"]["NullableDate"];
        };
        TapAnswer: {
            /** @enum {string} */
            result: "accepted" | "already" | "refused";
            /**
             * @description Why it was refused, what an accepted one contradicts, or in which numbers an end that came second differs
             * @example 026X0255-02 焼戻しは既に終了しています。
             */
            reason: string | null;
        };
        LastTap: {
            client_id: string;
            /** @enum {string} */
            kind: "start" | "finish" | "stop" | "resume";
            /** @description Who worked; empty where nobody said */
            worker: string;
            /** @description Of a stop */
            reason: string | null;
            tapped_at: components["schemas"]["Instant"];
            employee_name: string;
            unit: number | null;
            furnace_run_id: number | null;
            entries: {
                entry_id: components["schemas"]["Id"];
                /** @description Good pieces; null: not said */
                quantity: number | null;
                /** @description Of how many */
                pieces: number | null;
                unique_order: string;
            }[];
        };
        TodayRun: components["schemas"]["FurnaceRun"] & {
            started_by: components["schemas"]["StartedBy"];
            /** @description Its members whose lots have earlier processes that are open */
            open_before: {
                unique_order: string;
                task_names: components["schemas"]["OpenBefore"];
            }[];
            finished_at: components["schemas"]["NullableInstant"];
            /** @description Good pieces as far as they were said */
            good: {
                entry_id: components["schemas"]["Id"];
                quantity: number;
                /** @description Why the others are no good ones */
                defect: components["schemas"]["NullableDefect"];
            }[];
        };
        /** @description The tap that began it, which can be taken back until the end */
        StartedBy: string | null;
        /** @description Earlier processes of the lot that are open, in their order */
        OpenBefore: string[];
        TodayUnit: {
            /** @description While it stands out of order */
            stop: null | components["schemas"]["Stop"];
            /** @description From 0 */
            unit: number;
            /** @description Runs that start tomorrow */
            tomorrow: components["schemas"]["TodayRun"][];
            /**
             * @description closed: the plant does not work today; stopped: it does, without this unit
             * @enum {string}
             */
            state: "running" | "waiting" | "idle" | "closed" | "stopped";
            run: null | components["schemas"]["TodayRun"];
            next: null | components["schemas"]["TodayRun"];
            last_tap: null | components["schemas"]["LastTap"];
        };
        TodayTask: {
            started_by: components["schemas"]["StartedBy"];
            open_before: components["schemas"]["OpenBefore"];
            entry_id: components["schemas"]["Id"];
            unique_order: string;
            product_name: string;
            material: string;
            task_name: string;
            pieces: number;
            /** @description kg of all pieces */
            weight: number | null;
            deadline_date: components["schemas"]["NullableDate"];
            late_days: number;
            start_date: components["schemas"]["Instant"];
            end_date: components["schemas"]["Instant"];
            /**
             * Format: date-time
             * @description By the clock: of a started task when its planned work is done from that minute on, else the end of its bar
             */
            done_at: string;
            started_at: components["schemas"]["NullableInstant"];
            finished_at: components["schemas"]["NullableInstant"];
            /** @description Good pieces, of a furnace run of those in it */
            good: number | null;
            /** @description Why the others are no good ones */
            defect: components["schemas"]["NullableDefect"];
            next: null | {
                task_name: string;
                facility_name: string | null;
            };
        };
        TerminalForm: {
            /** @example 1・2号炉 */
            name: string;
            /**
             * @example [
             *       11,
             *       12
             *     ]
             */
            facility_ids: components["schemas"]["Id"][];
            /**
             * @description Names that may be tapped as who worked; none: nobody is asked
             * @example [
             *       "山田",
             *       "佐藤"
             *     ]
             */
            workers?: string[];
        };
        TerminalChange: {
            version?: components["schemas"]["WriteVersion"];
            name?: string;
            facility_ids?: components["schemas"]["Id"][];
            /**
             * @description Names that may be tapped as who worked; none: nobody is asked
             * @example [
             *       "山田",
             *       "佐藤"
             *     ]
             */
            workers?: string[];
        };
        /** @description By code; what it may see and mark */
        TerminalFacilities: {
            id: components["schemas"]["Id"];
            name: string;
        }[];
        /**
         * @example {
         *       "id": 3,
         *       "name": "1・2号炉",
         *       "facilities": [
         *         {
         *           "id": 11,
         *           "name": "1号焼鈍炉"
         *         }
         *       ],
         *       "workers": [
         *         "山田"
         *       ],
         *       "paired_at": "2026-04-01T08:00:00+09:00",
         *       "seen_at": "2026-04-01T09:30:00+09:00",
         *       "version": 2
         *     }
         */
        Terminal: {
            id: components["schemas"]["Id"];
            name: string;
            facilities: components["schemas"]["TerminalFacilities"];
            /** @description Names that may be tapped as who worked */
            workers: string[];
            /**
             * Format: date-time
             * @description null: no device yet
             */
            paired_at: string | null;
            /**
             * Format: date-time
             * @description Its last call, to the minute
             */
            seen_at: string | null;
            version: number;
        };
        TerminalPage: {
            results: components["schemas"]["Terminal"][];
        } & components["schemas"]["Page"];
        TerminalCode: {
            /** @example 483917 */
            code: string;
            expires_at: components["schemas"]["Instant"];
        };
        TerminalPairing: {
            /** @example 483917 */
            code: string;
        };
        /**
         * @example {
         *       "id": 3,
         *       "name": "1・2号炉",
         *       "facilities": [
         *         {
         *           "id": 11,
         *           "name": "1号焼鈍炉"
         *         }
         *       ],
         *       "workers": [
         *         "山田"
         *       ]
         *     }
         */
        OwnTerminal: {
            id: components["schemas"]["Id"];
            name: string;
            facilities: components["schemas"]["TerminalFacilities"];
            /** @description Names that may be tapped as who worked */
            workers: string[];
        };
        /**
         * @example {
         *       "token": "terminal.5d0e…",
         *       "terminal": {
         *         "id": 3,
         *         "name": "1・2号炉",
         *         "facilities": [
         *           {
         *             "id": 11,
         *             "name": "1号焼鈍炉"
         *           }
         *         ],
         *         "workers": [
         *           "山田",
         *           "佐藤"
         *         ]
         *       }
         *     }
         */
        PairedTerminal: {
            token: string;
            terminal: components["schemas"]["OwnTerminal"];
        };
        Today: {
            /** @description Of a facility other than a furnace */
            stop: null | components["schemas"]["Stop"];
            now: components["schemas"]["Instant"];
            /** Format: date */
            date: string;
            /** @description Those that something is planned on */
            facilities: {
                id: components["schemas"]["Id"];
                name: string;
                furnace: boolean;
            }[];
            facility: null | {
                id: components["schemas"]["Id"];
                name: string;
                furnace: boolean;
                units: number;
                /** @description Fewer, or none, where it is closed */
                units_today: number;
                /** @description A holiday of the plant */
                closed_today: boolean;
                max_weight: number | null;
                volume: number | null;
            };
            /** @description Of a furnace */
            units: components["schemas"]["TodayUnit"][];
            /** @description Of another facility: finished today, under way, then in plan order */
            tasks: components["schemas"]["TodayTask"][];
            last_tap: null | components["schemas"]["LastTap"];
        };
        PlantEvent: {
            /**
             * @description progress: how far a run is, at most twice a second; proposals: that changes are being tried beside the published plan, or were; scenario: which there are, or that one is being planned; inputs: something that plans are made from has changed (holidays, orders, ...); promise: what is held of promised days, or wanted to be
             * @enum {string}
             */
            kind: "schedule" | "marks" | "run" | "progress" | "export" | "night" | "inputs" | "promise" | "scenario" | "proposals";
            /**
             * @description The plan whose bars look otherwise, or that was published, by its id; absent: any
             * @example 31
             */
            plan?: number;
            /**
             * @description The bars that look otherwise now; null: more than can be named
             * @example [
             *       118,
             *       119
             *     ]
             */
            entries?: number[] | null;
            /**
             * @description Their orders
             * @example [
             *       26
             *     ]
             */
            orders?: number[] | null;
            /**
             * @description Facilities whose work of today looks otherwise
             * @example [
             *       5
             *     ]
             */
            facilities?: number[] | null;
            /**
             * @description Who did it, by name; absent where no person did
             * @example 山田 太郎
             */
            by?: string;
            /**
             * @description Of a run, an export, a night
             * @example 12
             */
            job?: number;
            /** @example complete */
            status?: string;
            /**
             * @description Of a run
             * @example 0.4
             */
            progress?: number;
            /** @example solve */
            phase?: string;
        };
        StreamReady: {
            /**
             * @description For how long this server has heard no event but of the progress of runs; where it has heard none since it began to listen (again), for how long it has listened. 0: something may have been missed just now
             * @example 84000
             */
            quiet_ms: number;
        };
        /**
         * @example {
         *       "status": "ok"
         *     }
         */
        Health: {
            /** @enum {string} */
            status: "ok";
        };
        /**
         * @example {
         *       "status": "ok",
         *       "checks": {
         *         "database": true,
         *         "migrations": true,
         *         "disk": true,
         *         "worker": true
         *       }
         *     }
         */
        Ready: {
            /** @enum {string} */
            status: "ok";
            checks?: {
                [key: string]: boolean;
            };
        };
        OutsourcingWork: {
            /** @description Of its entry */
            id: components["schemas"]["Id"];
            order_task_id: components["schemas"]["Id"];
            order_id: components["schemas"]["Id"];
            serial_number: string;
            lot_number: string;
            unique_order: string;
            product_name: string;
            task_name: string;
            /** @description Pieces */
            quantity: number;
            partner: string;
            outsourcing_code: string;
            outsourcing_name: string | null;
            locked: boolean;
            handover_date: components["schemas"]["PlanDate"];
            return_date: components["schemas"]["PlanDate"];
            /** @description The day on which it is looked for: the answered one, else the planned return */
            expected_date: components["schemas"]["PlanDate"];
            /** @description Days since the planned return has passed */
            overdue_days: number;
            /**
             * @description What comes next
             * @enum {string}
             */
            event: "late" | "handover" | "return";
            event_date: components["schemas"]["PlanDate"];
            previous_task: string | null;
            /** @description Null in the house */
            previous_partner: string | null;
            next_task: string | null;
            /** @description Null in the house */
            next_partner: string | null;
            deadline_date: components["schemas"]["NullableDate"];
            /** @description Days to spare until the delivery, the answer counted in; negative: late */
            spare_days: number | null;
            answered_date: components["schemas"]["NullableDate"];
            /** @description The day on which it was handed over, as somebody in the plant said */
            handed_on: components["schemas"]["NullableDate"];
            completed_quantity: number | null;
            note: string;
            /** @description 0: nothing answered yet */
            answer_version: number;
            answered_at: components["schemas"]["Instant"] | null;
            /** @description When a sheet with it was first written */
            asked_date: components["schemas"]["NullableDate"];
            /** @description The day on which the partner said that all is done; the core system has not confirmed it yet */
            done_on: components["schemas"]["NullableDate"];
        };
        OutsourcingWorkPage: {
            results: components["schemas"]["OutsourcingWork"][];
            /** @description The days, then weeks, under which what is not late stands, with all that the filters let through */
            sections: {
                from: components["schemas"]["PlanDate"];
                to: components["schemas"]["PlanDate"];
                handovers: number;
                returns: number;
            }[];
        } & components["schemas"]["Page"];
        OutsourcingSummary: {
            week_from: components["schemas"]["PlanDate"];
            week_to: components["schemas"]["PlanDate"];
            today: components["schemas"]["PlanDate"];
            planned_at: components["schemas"]["Instant"] | null;
            late: {
                count: number;
                most_days: number;
                misses_delivery: number;
            };
            handovers: {
                count: number;
                done: number;
                today: number;
                left: number;
            };
            returns: {
                count: number;
                done: number;
                late: number;
                today: number;
                left: number;
            };
            waiting: {
                count: number;
                /** @description A sheet went out three days ago or longer */
                long: number;
            };
            open: {
                count: number;
                partners: number;
                chained: number;
            };
            partners: {
                partner: string;
                outsourcing_name: string | null;
                count: number;
                late: number;
            }[];
            kept: {
                partner: string;
                outsourcing_name: string | null;
                count: number;
                on_time: number;
            }[];
        };
        /**
         * @example {
         *       "order_task_id": 7001,
         *       "version": 0,
         *       "answered_date": "2026-05-14",
         *       "completed_quantity": 2,
         *       "note": "残り1個は翌週"
         *     }
         */
        OutsourcingAnswer: {
            order_task_id: components["schemas"]["Id"];
            /** @description answer_version as it was shown; a stale one is a 409. Left out or null: nothing is compared, and the answer is accepted */
            version?: number | null;
            answered_date?: components["schemas"]["NullableDate"];
            /** @description The day of the handover, today at the latest: no run moves the work into the days to come */
            handed_on?: components["schemas"]["NullableDate"];
            completed_quantity?: number | null;
            note?: string;
        };
        OutsourcingAnswered: {
            result: components["schemas"]["OutsourcingWork"];
            warnings: string[];
        };
        AnsweredSheets: {
            changed_count: number;
            unchanged_count: number;
            refused_count: number;
            /** @description Changes that make a delivery late or later */
            affected_count: number;
            /** @description Rows written; 0 in a dry run */
            applied: number;
            /** @description The changes */
            rows: {
                /** @description As Excel numbers it */
                row: number;
                sheet: string;
                unique_order: string;
                product_name: string;
                task_name: string;
                quantity: number;
                changes: {
                    /** @enum {string} */
                    field: "answered_date" | "completed_quantity" | "note";
                    old: string | number | null;
                    new: string | number | null;
                }[];
                return_date: components["schemas"]["PlanDate"];
                new_return_date: components["schemas"]["PlanDate"];
                spare_days: number | null;
                new_spare_days: number | null;
                affected: boolean;
                warnings: string[];
            }[];
            refused: {
                /** @description Null for a whole sheet */
                row: number | null;
                sheet: string;
                /** @description As it stands in the row; empty where nobody can tell */
                unique_order: string;
                task_name: string;
                message: string;
            }[];
            warnings: string[];
        };
        /**
         * @example {
         *       "id": 9001,
         *       "version": 2,
         *       "order_task_id": 7001,
         *       "task_sort": 30,
         *       "order_id": 501,
         *       "order": 501,
         *       "serial_number": "26A0501",
         *       "unique_order": "26A0501-01",
         *       "lot_number": "01",
         *       "product_id": 31,
         *       "product_name": "羽根車 400A",
         *       "task_id": 5,
         *       "task": "320-3123-010",
         *       "task_name": "焼入",
         *       "abbreviation": "焼入",
         *       "facility": 12,
         *       "facility_name": "1号焼入炉",
         *       "outsourced": false,
         *       "outsourcing_name": null,
         *       "furnace_run_id": 77,
         *       "quantity": 4,
         *       "locked": false,
         *       "received_locked": false,
         *       "last_reception_date": null,
         *       "start_date": "2026-04-01T08:30:00+09:00",
         *       "end_date": "2026-04-02T04:30:00+09:00",
         *       "start_time": "08:30",
         *       "end_time": "04:30",
         *       "work_time_set": false,
         *       "deadline_date": "2026-04-30",
         *       "starting_date": "2026-03-31",
         *       "past_deadline": false,
         *       "late_days": 0,
         *       "lot_late_days": 0,
         *       "priority": "normal",
         *       "origin": "file",
         *       "actual": null
         *     }
         */
        ScheduleEntry: {
            id: components["schemas"]["Id"];
            version: number;
            /** @description The same as its id */
            order_task_id: components["schemas"]["Id"];
            task_sort: number | null;
            order_id: components["schemas"]["Id"];
            order: components["schemas"]["Id"];
            serial_number: string;
            /** @description Good pieces that the shop floor said */
            good_quantity?: number | null;
            /** @description Why the others are no good ones */
            defect?: components["schemas"]["NullableDefect"];
            /** @description serial-lot, the serial alone for an empty lot */
            unique_order: string;
            lot_number: string;
            product_id: components["schemas"]["NullableId"];
            product_name: string;
            task_id: components["schemas"]["Id"];
            /** @description Task code */
            task: string;
            task_name: string;
            /** @description Of its task; empty: the first characters of its name */
            abbreviation: string;
            facility: components["schemas"]["NullableId"];
            facility_name: string | null;
            outsourced: boolean;
            /** @description The partner: its name, else what the core system calls it. Null in-house, or where nobody says who */
            outsourcing_name: string | null;
            furnace_run_id: components["schemas"]["NullableId"];
            /** @description Pieces */
            quantity: number;
            /** @description 工程開始 */
            locked: boolean;
            /** @description 工程終了: finished, by its own mark, by the file, by what its partner has completed, or because its order is delivered */
            received_locked: boolean;
            last_reception_date: components["schemas"]["NullableDate"];
            start_date: components["schemas"]["Instant"];
            end_date: components["schemas"]["Instant"];
            /** @description HH:mm */
            start_time: string;
            /** @description HH:mm */
            end_time: string;
            work_time_set: boolean;
            deadline_date: components["schemas"]["NullableDate"];
            /** @description End of the lot's previous task; for the first the casting date */
            starting_date: components["schemas"]["NullableDate"];
            /** @description Open and ends itself after the deadline */
            past_deadline: boolean;
            /** @description Of its order */
            late_days: number;
            /** @description Of its lot */
            lot_late_days: number;
            /** @description Of its order */
            priority: components["schemas"]["OrderPriority"];
            /** @description The filters do not match it; only where `with_unmatched` asks */
            unmatched?: boolean;
            origin: components["schemas"]["TaskOrigin"];
            actual: components["schemas"]["NullableActual"];
        };
        /**
         * @description Where a process of a lot comes from: an imported file, or somebody who added it
         * @enum {string}
         */
        TaskOrigin: "file" | "hand";
        /**
         * @description Who said that a process has ended: a tap of the shop floor, somebody in the admin, an imported file, the partner
         * @enum {string}
         */
        ClosedBy: "tap" | "hand" | "file" | "partner";
        NullableClosedBy: components["schemas"]["ClosedBy"] | null;
        /**
         * @example {
         *       "started_at": "2026-11-25T08:40:00+09:00",
         *       "finished_at": "2026-11-25T15:20:00+09:00",
         *       "day": null,
         *       "closed_by": "tap",
         *       "planned_start": "2026-11-24T08:30:00+09:00",
         *       "planned_end": "2026-11-24T16:00:00+09:00",
         *       "facility_name": "3号マシニング",
         *       "worker": "佐藤 健一",
         *       "good": 3,
         *       "defect": "size"
         *     }
         */
        Actual: {
            /** @description When it began; null where only its end is known */
            started_at: components["schemas"]["NullableInstant"];
            /** @description When it ended; null while it is under way, or where only the day is known */
            finished_at: components["schemas"]["NullableInstant"];
            /** @description The day on which it ended, where no instant is known */
            day: components["schemas"]["NullableDate"];
            /** @description Null while it is under way */
            closed_by: components["schemas"]["NullableClosedBy"];
            /** @description Where the plan had it before anything happened; null where it had it nowhere, or that was not kept */
            planned_start: components["schemas"]["NullableInstant"];
            planned_end: components["schemas"]["NullableInstant"];
            /** @description Where it was done; null where nobody said */
            facility_name: string | null;
            /** @description Who worked; null where nobody said */
            worker: string | null;
            /** @description Good pieces; null where nobody counted */
            good: number | null;
            /** @description Why the others are no good ones */
            defect: components["schemas"]["NullableDefect"];
        };
        /** @description What has happened of a bar; null where nothing has */
        NullableActual: components["schemas"]["Actual"] | null;
        /**
         * @example {
         *       "order_task_id": 7001,
         *       "order_id": 501,
         *       "serial_number": "26A0501",
         *       "lot_number": "01",
         *       "task_code": "320-3123-010",
         *       "task_name": "焼入",
         *       "product_code": "P-0031",
         *       "product_name": "羽根車 400A",
         *       "facility_id": 12,
         *       "facility_name": "1号焼入炉",
         *       "unit": 0,
         *       "started_at": "2026-04-01T08:35:00+09:00",
         *       "finished_at": "2026-04-01T16:10:00+09:00",
         *       "closed_on": "2026-04-01",
         *       "pieces": 4,
         *       "good": 3,
         *       "defect": 1,
         *       "defect_reason": "crack",
         *       "worker": "佐藤",
         *       "closed_by": "tap",
         *       "planned_start": "2026-04-01T08:00:00+09:00",
         *       "planned_end": "2026-04-01T16:00:00+09:00",
         *       "planned_hours": 7.5
         *     }
         */
        ActualRecord: {
            /** @description Null once its order is gone */
            order_task_id: components["schemas"]["NullableId"];
            order_id: components["schemas"]["NullableId"];
            serial_number: string;
            lot_number: string;
            task_code: string;
            task_name: string;
            product_code: string;
            product_name: string;
            facility_id: components["schemas"]["NullableId"];
            facility_name: string | null;
            /** @description Which of its units, from 0 */
            unit: number | null;
            started_at: components["schemas"]["NullableInstant"];
            finished_at: components["schemas"]["NullableInstant"];
            /** @description The day on which it ended; null: under way, or nobody said */
            closed_on: components["schemas"]["NullableDate"];
            /** @description How many it was of */
            pieces: number | null;
            /** @description Good ones of them; null: nobody said */
            good: number | null;
            /** @description Those that are none */
            defect: number | null;
            defect_reason: components["schemas"]["NullableDefect"];
            worker: string;
            /** @description Null: under way */
            closed_by: components["schemas"]["NullableClosedBy"];
            planned_start: components["schemas"]["NullableInstant"];
            planned_end: components["schemas"]["NullableInstant"];
            planned_hours: number | null;
        };
        ActualPage: {
            results: components["schemas"]["ActualRecord"][];
        } & components["schemas"]["Page"];
        ScheduleEntryPage: {
            results: components["schemas"]["ScheduleEntry"][];
        } & components["schemas"]["Page"];
        LockedEntry: components["schemas"]["ScheduleEntry"] & {
            /** @description What is wrong with the place that is locked now */
            warnings: string[];
        };
        ScheduleWriteAnswer: {
            results: components["schemas"]["ScheduleEntry"][];
            /**
             * @example [
             *       "納期を過ぎています。"
             *     ]
             */
            warnings?: string[];
        };
        /**
         * @example {
         *       "step": 31
         *     }
         */
        StepBody: {
            step?: components["schemas"]["NullableId"];
        };
        ScheduleStep: {
            step: components["schemas"]["Id"];
            /** @enum {string} */
            kind: "move" | "lock" | "unlock" | "order_lock" | "order_unlock" | "add" | "delete" | "work_time" | "finish" | "unfinish" | "adopt";
            /**
             * @description Of a step in a plan that is not the published one with its name before: 【計画①】移動: …
             * @example 移動: 026X0420-01 仕上加工
             */
            label: string;
            at: components["schemas"]["Instant"];
        } | null;
        ScheduleHistory: {
            undo: components["schemas"]["ScheduleStep"];
            redo: components["schemas"]["ScheduleStep"];
            /**
             * @description Why there is nothing to take back
             * @example 元に戻せる操作はありません。
             */
            undo_reason: string | null;
            redo_reason: string | null;
        };
        RestoreAnswer: {
            /** @example 移動: 026X0420-01 仕上加工 */
            label: string;
            /** @description The bars of the step, then others that look otherwise now */
            results: components["schemas"]["ScheduleEntry"][];
            /** @description Bars that are no more */
            removed: components["schemas"]["Id"][];
            history: components["schemas"]["ScheduleHistory"];
        };
        /**
         * @description The form of 工程詳細. The server composes the instants; start_date and end_date count only where the four parts are absent
         * @example {
         *       "start_date_date": "2026-04-01",
         *       "start_date_hour": "08:30",
         *       "end_date_date": "2026-04-02",
         *       "end_date_hour": "16:00",
         *       "facility": 12,
         *       "locked": false,
         *       "received_locked": false,
         *       "order": 501,
         *       "version": 2
         *     }
         */
        TaskForm: {
            /** @example 2026-04-01 */
            start_date_date?: string | null;
            /** @example 08:30 */
            start_date_hour?: string | null;
            /** @example 2026-04-02 */
            end_date_date?: string | null;
            /** @example 16:00 */
            end_date_hour?: string | null;
            start_date?: string | null;
            end_date?: string | null;
            facility?: components["schemas"]["NullableId"];
            locked?: boolean | null;
            received_locked?: boolean | null;
            order?: components["schemas"]["NullableId"];
            version?: components["schemas"]["WriteVersion"];
        };
        /**
         * @example {
         *       "moves": [
         *         {
         *           "id": 9001,
         *           "version": 2,
         *           "start_date": "2026-04-02T08:30:00+09:00",
         *           "end_date": "2026-04-03T08:30:00+09:00"
         *         },
         *         {
         *           "id": 9002,
         *           "version": 1,
         *           "start_date": "2026-04-03T13:00:00+09:00",
         *           "end_date": "2026-04-03T16:00:00+09:00"
         *         }
         *       ]
         *     }
         */
        Moves: {
            moves: {
                id: components["schemas"]["Id"];
                version?: components["schemas"]["WriteVersion"];
                start_date: string;
                end_date: string;
                /** @description Absent where it stays */
                facility?: components["schemas"]["NullableId"];
                locked?: boolean | null;
                received_locked?: boolean | null;
                /** @description The furnace run that it is in afterwards: its own, which goes along with those that name it, or one that stands at the new place; absent: it leaves its run */
                furnace_run?: components["schemas"]["NullableId"];
            }[];
        };
        /**
         * @example {
         *       "entries": [
         *         {
         *           "id": 9001,
         *           "version": 2
         *         },
         *         {
         *           "id": 9002,
         *           "version": 1
         *         }
         *       ]
         *     }
         */
        Removals: {
            entries: {
                id: components["schemas"]["Id"];
                version?: components["schemas"]["WriteVersion"];
            }[];
        };
        /** @description A bar as it is judged */
        Occupant: {
            id: components["schemas"]["Id"];
            /**
             * @description Who put it there: a run, which moves it again; the same, but it is locked or was added by hand; somebody since the last run, or a run found a rule broken by it
             * @enum {string}
             */
            placed_by: "run" | "lock" | "hand";
            furnace_run_id: components["schemas"]["NullableId"];
            start_at: components["schemas"]["Instant"];
            end_at: components["schemas"]["Instant"];
            work_time_set: boolean;
            /** @description Holds its unit day and night */
            elapsed: boolean;
            /** @description Hours of working time; null: the whole bar */
            hours: number | null;
        };
        LotBar: {
            version: number;
            task_name: string;
            facility: components["schemas"]["NullableId"];
            outsourced: boolean;
            locked: boolean;
            finished: boolean;
            /** @description Days on which it may start where it stands, as bits; bit 0 is Sunday; null where a run would not plan it */
            weekdays: number | null;
            rest: components["schemas"]["Rest"];
        } & components["schemas"]["Occupant"];
        /** @description What must pass after its end before the next process may start; null where a run would not plan it */
        Rest: {
            /** @description Outside the furnace, by the clock */
            cooling_hours: number;
            /** @description From the day of its end on; 1: the next process may start the day after */
            waiting_days: number;
        } | null;
        PlacedOccupant: {
            facility: components["schemas"]["Id"];
            order_id: components["schemas"]["Id"];
            serial_number: string;
            unique_order: string;
            task_name: string;
        } & components["schemas"]["Occupant"];
        JudgedFacility: {
            id: components["schemas"]["Id"];
            facility_name: string;
            availability: number;
            /** @description Units of single days */
            overrides: {
                [key: string]: number;
            };
        };
        RulesAt: {
            id: components["schemas"]["Id"];
            /** @description Can do the task of the bar */
            eligible: boolean;
            rules: components["schemas"]["MovedRules"];
        };
        RuleBound: {
            limit: number;
            value: number;
        } | null;
        /** @description What the bar would obey at a facility if it went there, out of its furnace run; null where a run would not plan it, and at facilities of later tasks alone */
        MovedRules: {
            /** @description Empty without a facility */
            facility_name: string;
            /** @description May do the task; the facility where the bar stands may do so no longer */
            eligible: boolean;
            too_heavy: components["schemas"]["RuleBound"];
            /** @description By which sizes (m) a piece does not go into the furnace, of the piece and of the furnace; null where it does */
            too_large: {
                sides: ("floor" | "height")[];
                piece: (string | number)[];
                chamber: (string | number)[];
            } | null;
            /** @description Hours that the task needs there; null where they are not known */
            needs: {
                hours: number;
                /** @description By the clock, in a furnace; else working time */
                elapsed: boolean;
                /** @description Cooling in the furnace is part of it */
                cooling: boolean;
            } | null;
            /** @description Days on which it may start, as bits; bit 0 is Sunday */
            weekdays: number;
            /** @description It may not start before, in minutes of plant time since 1970 */
            release: {
                minutes: number;
                /** @enum {string} */
                by: "casting" | "demolding" | "finished_task";
            } | null;
            /** @description What it brings to a furnace (kg, m³) and what that bears, null: no limit */
            load: {
                weight: number;
                volume: number;
                max_weight: number | null;
                max_volume: number | null;
            } | null;
            /** @description The process before it, and when its cooling and its waiting days are over, in minutes of plant time since 1970 */
            ready: {
                task_name: string;
                minutes: number;
            } | null;
            rest: components["schemas"]["Rest"];
        } | null;
        EntrySurroundings: {
            id: components["schemas"]["Id"];
            order_id: components["schemas"]["Id"];
            /** @description The bars of the lot that have a place in it, in order, this one among them; a bar without a place stands alone */
            lot: components["schemas"]["LotBar"][];
            deadline_date: components["schemas"]["NullableDate"];
            /** @description The day on which the order ends */
            order_end_date: components["schemas"]["NullableDate"];
            /** @description When it ships; null: that is not known, or one of its processes begins before an earlier one has ended */
            order_shipping_date: components["schemas"]["NullableDate"];
            /** @description The same of all of it but the unfinished bars in any `lot` of the answer */
            others_end_date: components["schemas"]["NullableDate"];
            /** @description Those that can do the task, by code, then those of the later tasks */
            facilities: components["schemas"]["RulesAt"][];
            rules_without_facility: components["schemas"]["MovedRules"];
        };
        Surroundings: {
            /** @description In the order in which they were asked for */
            bars: components["schemas"]["EntrySurroundings"][];
            /** @description Those of any bar, by code */
            facilities: components["schemas"]["JudgedFacility"][];
            /** @description Unfinished bars on these facilities between the two days, those of the lots among them */
            occupants: components["schemas"]["PlacedOccupant"][];
            /** @description Days on which the plant is closed, weekends outside of the holiday table among them */
            holidays: string[];
        };
        FreeTime: {
            start_date: components["schemas"]["NullableInstant"];
            end_date: components["schemas"]["NullableInstant"];
            /** @description How long the task takes */
            hours: number;
            /** @description The widest gap of the half day asked for, whatever stands behind it; null where the task may not begin then, or no facility is asked for */
            gap: components["schemas"]["Gap"] | null;
        };
        /**
         * @example {
         *       "start_date": "2026-04-01T09:30:00+09:00",
         *       "end_date": "2026-04-01T13:30:00+09:00",
         *       "hours": 2.5
         *     }
         */
        Gap: {
            start_date: components["schemas"]["Instant"];
            /** @description Of the whole task from there on */
            end_date: components["schemas"]["Instant"];
            /** @description How long the facility is free from there on, at most as long as the task takes */
            hours: number;
        };
        /**
         * @example {
         *       "task_id": 5,
         *       "facility_ids": [
         *         12,
         *         13
         *       ]
         *     }
         */
        EligibleFacilities: {
            task_id: components["schemas"]["Id"];
            /** @description Active ones */
            facility_ids: components["schemas"]["Id"][];
        };
        /**
         * @example {
         *       "order": 501,
         *       "order_task": 7001,
         *       "start_date_date": "2026-04-01",
         *       "start_date_hour": "08:30",
         *       "end_date_date": "2026-04-01",
         *       "end_date_hour": "16:00",
         *       "facility": 12,
         *       "locked": false,
         *       "received_locked": false
         *     }
         */
        AddScheduleForm: {
            /** @description The order task to plan, or task_id with lot_number */
            order_task?: components["schemas"]["NullableId"];
            task_id?: components["schemas"]["NullableId"];
            lot_number?: string | null;
            task_sort?: number | null;
        } & components["schemas"]["TaskForm"];
        /**
         * @description `order` or `orders`
         * @example {
         *       "order": 501
         *     }
         */
        LockOrders: {
            order?: components["schemas"]["NullableId"];
            orders?: components["schemas"]["Id"][] | null;
        };
        /**
         * @example {
         *       "schedule_ids": [
         *         9001
         *       ],
         *       "start_time": "09:00",
         *       "end_time": "15:30"
         *     }
         */
        WorkTime: {
            schedule_ids: components["schemas"]["Id"][];
            start_time?: components["schemas"]["Clock"];
            end_time?: components["schemas"]["Clock"];
            version?: components["schemas"]["WriteVersion"];
        };
        /**
         * @example {
         *       "order_count": 1,
         *       "orders": [
         *         {
         *           "order_id": 501,
         *           "serial_number": "026X0255",
         *           "product_name": "ライナ φ570",
         *           "deadline_date": "2026-11-11",
         *           "shipping_date": "2026-12-07",
         *           "late_days": 26,
         *           "priority": "normal",
         *           "open": true,
         *           "entry_id": 812
         *         }
         *       ],
         *       "products": [],
         *       "facilities": []
         *     }
         */
        ScheduleFound: {
            /** @description Orders found; the first of them are listed */
            order_count: number;
            orders: {
                order_id: components["schemas"]["Id"];
                serial_number: string;
                product_name: string;
                deadline_date: components["schemas"]["NullableDate"];
                /** @description 出荷予定; null while a process has no bar, or stands before the one ahead of it has ended */
                shipping_date: components["schemas"]["NullableDate"];
                late_days: number;
                priority: components["schemas"]["OrderPriority"];
                /** @description Whether an unfinished bar is planned */
                open: boolean;
                /** @description Of the lot that ends last, the first open bar that ends after the deadline; else the first open bar, else the last bar; null where none is planned */
                entry_id: number | null;
            }[];
            products: {
                id: components["schemas"]["Id"];
                product_code: string;
                product_name: string;
                customer_name: string;
                /** @description Orders in the plan */
                order_count: number;
            }[];
            facilities: {
                id: components["schemas"]["Id"];
                facility_code: string;
                facility_name: string;
            }[];
        };
        /**
         * @example {
         *       "entry_id": 812,
         *       "order_id": 501,
         *       "serial_number": "026X0255",
         *       "facility": 11,
         *       "start_date": "2026-11-24T08:00:00+09:00",
         *       "position": 40
         *     }
         */
        SchedulePlace: {
            entry_id: components["schemas"]["Id"];
            order_id: components["schemas"]["Id"];
            serial_number: string;
            facility: components["schemas"]["NullableId"];
            start_date: components["schemas"]["Instant"];
            /** @description From 0, among the orders in their order; null where the filters leave the entry out */
            position: number | null;
        };
        /**
         * @example {
         *       "serial_number": "26A0501",
         *       "product_id": 31,
         *       "product_name": "羽根車 400A",
         *       "customer_name": "みなと重機",
         *       "deadline_date": "2026-04-30",
         *       "shipping_date": "2026-04-24",
         *       "starting_date": "2026-03-20",
         *       "number": 4,
         *       "weight": 182.5,
         *       "material": "SCS13",
         *       "delivery_status": "素材",
         *       "priority": "normal",
         *       "task_count": 12,
         *       "finished_count": 5,
         *       "late_days": 0,
         *       "locked": false,
         *       "lots": [
         *         {
         *           "lot_number": "01",
         *           "task_count": 12,
         *           "finished_count": 5,
         *           "late_days": 0
         *         }
         *       ],
         *       "castings": [
         *         {
         *           "lot_number": "01",
         *           "cast_at": "2026-03-20T12:00:00+09:00"
         *         }
         *       ]
         *     }
         */
        ScheduleOrderInfo: {
            serial_number: string;
            product_id: components["schemas"]["NullableId"];
            product_name: string;
            customer_name: string;
            deadline_date: components["schemas"]["NullableDate"];
            /** @description 出荷予定; null while a process has no bar, or stands before the one ahead of it has ended */
            shipping_date: components["schemas"]["NullableDate"];
            starting_date: components["schemas"]["NullableDate"];
            number: number;
            weight: number | null;
            material: string;
            delivery_status: string;
            priority: components["schemas"]["OrderPriority"];
            task_count: number;
            finished_count: number;
            late_days: number;
            locked: boolean;
            /** @description Its lots by lot number, whatever tasks of them are asked for */
            lots: {
                lot_number: string;
                task_count: number;
                finished_count: number;
                late_days: number;
            }[];
            /** @description When its lots are cast, as a run reckons it: on their casting date, else on the order's, so many half days after midnight as the plan setting casting_half_day says; by lot number, without those that have no date */
            castings: {
                lot_number: string;
                /** Format: date-time */
                cast_at: string;
            }[];
        };
        /**
         * @example {
         *       "order_id": 12,
         *       "place": 0,
         *       "serial_number": "26A0501",
         *       "product_name": "羽根車 400A",
         *       "deadline_date": "2026-04-30",
         *       "late_days": 6,
         *       "cause": "1号焼入炉の後の納期の仕事",
         *       "cause_name": "後の納期",
         *       "cause_days": 6,
         *       "advice": "6日の内訳: 後の納期 6。「この製番を先にして立案」で割り付け直してください。",
         *       "entry_id": 4410,
         *       "remaining_tasks": 5,
         *       "task_count": 12,
         *       "next_task": "焼入れ",
         *       "next_start": "2026-05-01T08:00:00+09:00"
         *     }
         */
        LateScheduleOrder: {
            order_id: components["schemas"]["Id"];
            /** @description Among all late orders, from 0 */
            place: number;
            serial_number: string;
            product_name: string;
            /** Format: date */
            deadline_date: string;
            late_days: number;
            /** @description The main cause as the newest complete run found it; null where it did not know the order to be late */
            cause: string | null;
            /** @description The same without its facility, as a part of the days; with its partner */
            cause_name: string | null;
            /** @description The days of that part, while those of the order are what the run found */
            cause_days: number | null;
            /** @description What the days are made of, while they are those that the run found, and what helps */
            advice: string | null;
            /** @description The open bar that waits longest, else the one that the cause speaks of where it can be helped; else of the lot that ends last the first open bar that ends after the deadline; else the first open one of the order */
            entry_id: components["schemas"]["Id"];
            /** @description Bars that are not finished */
            remaining_tasks: number;
            task_count: number;
            next_task: string;
            /** Format: date-time */
            next_start: string;
        };
        NamedBar: {
            entry_id: components["schemas"]["Id"];
            order_id: components["schemas"]["Id"];
            serial_number: string;
            unique_order: string;
            task_name: string;
            /** @description null: none, or with a partner */
            facility_name: string | null;
            start_date: components["schemas"]["Instant"];
        };
        /**
         * @example {
         *       "entry_id": 4410,
         *       "order_id": 12,
         *       "serial_number": "26A0501",
         *       "unique_order": "26A0501-01",
         *       "task_name": "焼入れ",
         *       "facility_name": "1号焼入炉",
         *       "start_date": "2026-04-06T08:00:00+09:00",
         *       "kinds": [
         *         "before_previous"
         *       ],
         *       "sentences": [
         *         "前工程「荒加工」の終了より前に始まります。"
         *       ]
         *     }
         */
        ScheduleConflict: {
            /** @description Two processes of a lot in the wrong order stand once, as before_previous of the later one. later_finished: by what happened, a process that is open though a later one of its lot was finished; closing it (received_locked) clears it */
            kinds: ("before_previous" | "after_next" | "later_finished" | "over_capacity" | "closed_day" | "shut_day" | "closed_end" | "shut_end" | "not_eligible" | "piece_too_heavy" | "piece_too_large" | "run_too_short" | "run_too_short_to_cool" | "work_too_short" | "weekday" | "casting" | "demolding" | "finished_task" | "before_ready" | "overweight" | "overfull" | "other_recipe")[];
            sentences: string[];
        } & components["schemas"]["NamedBar"];
        /** @description How many bars that the next run places anew (a run put them there and they are not locked) break a rule where they stand since something changed; what a bar moved by hand is party to does not count. Until they are found for another change, those found last. Null where nothing has changed, nothing is known yet, or it cannot be told */
        MisfitCount: number | null;
        /**
         * @example {
         *       "entry_id": 118,
         *       "order_id": 26,
         *       "serial_number": "026X0255",
         *       "unique_order": "026X0255-01",
         *       "task_name": "焼ならし",
         *       "facility_name": "3号焼ならし炉",
         *       "start_date": "2026-04-06T08:00:00+09:00",
         *       "kept": null,
         *       "sentences": [
         *         "開始日(4/6(月))に設備「3号焼ならし炉」が稼働していません。"
         *       ]
         *     }
         */
        Misfit: {
            /**
             * @description Why the next run leaves it where it stands; null: it places it anew
             * @enum {string|null}
             */
            kept: "locked" | "by_hand" | null;
            /** @description What it breaks */
            sentences: string[];
        } & components["schemas"]["NamedBar"];
        MisfitPage: {
            /** @description false, with no results: they are not known yet, or cannot be told */
            known: boolean;
            results: components["schemas"]["Misfit"][];
        } & components["schemas"]["Page"];
        ScheduleOverview: {
            /**
             * Format: date-time
             * @description When the plan was published; null before the first run
             */
            planned_at: string | null;
            /** @description What has changed since the plan was made */
            stale: components["schemas"]["PlanPart"][];
            late: {
                count: number;
                /** @description Those whose deadline is before today */
                overdue: number;
                worst_days: number;
                /** @description The first of listLateOrders */
                orders: components["schemas"]["LateScheduleOrder"][];
            };
            conflicts: {
                count: number;
                /** @description The first of listScheduleConflicts */
                bars: components["schemas"]["ScheduleConflict"][];
            };
            misfits: components["schemas"]["MisfitCount"];
        };
        LateScheduleOrderPage: {
            results: components["schemas"]["LateScheduleOrder"][];
        } & components["schemas"]["Page"];
        ScheduleConflictPage: {
            results: components["schemas"]["ScheduleConflict"][];
        } & components["schemas"]["Page"];
        OrderLateness: {
            order_id: components["schemas"]["Id"];
            serial_number: string;
            priority: components["schemas"]["OrderPriority"];
            deadline_date: components["schemas"]["NullableDate"];
            /** @description When its last lot ends; null: not all of it is planned, or its processes stand in the wrong order */
            shipping_date: components["schemas"]["NullableDate"];
            late_days: number;
            cause: components["schemas"]["LateCause"] | null;
            /** @description They add up to the days; none where those have changed since the run */
            parts: components["schemas"]["LatePart"][];
            /** @description What helps against the cause, one sentence */
            advice: string | null;
            /** @description The bar at its partner, where that is the cause */
            away: components["schemas"]["StepInPlan"] | null;
            wait: components["schemas"]["OrderWait"] | null;
        };
        LatePart: {
            part: components["schemas"]["LateCause"];
            days: number;
        };
        /** @description A bar with its order and where it is done */
        StepInPlan: {
            entry_id: components["schemas"]["Id"];
            order_task_id: components["schemas"]["NullableId"];
            order_id: components["schemas"]["Id"];
            serial_number: string;
            unique_order: string;
            deadline_date: components["schemas"]["NullableDate"];
            /** @description Of its order */
            late_days: number;
            task_name: string;
            /** @description Its facility, of outsourced work its partner */
            place_name: string | null;
            outsourced: boolean;
            start_date: components["schemas"]["Instant"];
            end_date: components["schemas"]["Instant"];
        };
        /** @description A bar that could begin and waits for its facility, as the plan stands */
        OrderWait: {
            bar: components["schemas"]["StepInPlan"];
            /** @description Whether the bar stands at this facility; false: it waited so long for this one that it stands at another */
            there: boolean;
            /** @description Of its own charge */
            fill_percent: components["schemas"]["FillPercent"];
            facility_id: components["schemas"]["Id"];
            facility_name: string;
            /** @description Charges are counted */
            furnace: boolean;
            /** @description From here on it could begin */
            from: components["schemas"]["Instant"];
            to: components["schemas"]["Instant"];
            /** @description The process of its lot before it, where that ends by then */
            before: components["schemas"]["StepInPlan"] | null;
            /** @description Weekdays on which it may begin, 0 = Sunday; empty: any */
            weekdays: number[];
            /** @description Days from its `from` to the end of the bar on which nothing may begin there */
            closed: components["schemas"]["PlanDate"][];
            /** @description Days of `closed` on which the facility is out of order */
            stopped: components["schemas"]["PlanDate"][];
            /** @description Days late by closed days, as `parts` has them; 0 where none of them lies in this wait */
            closed_days: number;
            /** @description The same by a stop */
            stopped_days: number;
            /** @description Another facility, which could have taken it and was out of order or closed on most of these days; null: this one */
            shut_facility_name: string | null;
            /** @description Free share of the hours in which it could have begun; null: there are none */
            idle_percent: number | null;
            /** @description By start */
            in_the_way: components["schemas"]["InTheWay"][];
            /** @description The lot of its charge that could begin last */
            mate: null | {
                bar: components["schemas"]["StepInPlan"];
                before: components["schemas"]["StepInPlan"] | null;
                ready: components["schemas"]["PlanDate"];
                /** @description Where it waited longest before, a day or more */
                wait: {
                    facility_name: string;
                    from: components["schemas"]["PlanDate"];
                    to: components["schemas"]["PlanDate"];
                } | null;
            };
        };
        /** @description Of a charge, of weight or volume, whichever is more; null: no charge, or a furnace without limits */
        FillPercent: number | null;
        /** @description A bar, of a furnace a charge, that stands where another waits: due no later than that; due later and in time; due later and late itself */
        InTheWay: {
            /** @enum {string} */
            kind: "earlier_due" | "later_in_time" | "later_late";
            /** @description Held by a person */
            locked: boolean;
            start_date: components["schemas"]["Instant"];
            end_date: components["schemas"]["Instant"];
            fill_percent: components["schemas"]["FillPercent"];
            /** @description The latest first, then by due date */
            lots: {
                entry_id: components["schemas"]["Id"];
                order_id: components["schemas"]["Id"];
                serial_number: string;
                unique_order: string;
                deadline_date: components["schemas"]["NullableDate"];
                /** @description Of its order */
                late_days: number;
            }[];
        };
        ScheduleOrderInfoMap: {
            [key: string]: components["schemas"]["ScheduleOrderInfo"];
        };
        /**
         * @example {
         *       "date": "2026-04-01",
         *       "facility_name": "1号焼入炉",
         *       "kind": "作業",
         *       "hours": 6.5
         *     }
         */
        LaborForce: {
            /** Format: date */
            date: string;
            facility_name: string | null;
            /** @enum {string} */
            kind: "段取" | "作業";
            hours: number;
        };
        TaskTool: {
            tool_code: string;
            tool_name: string;
            quantity: number;
            note: string;
        };
        /**
         * @example {
         *       "entry_id": 9001,
         *       "order_id": 501,
         *       "serial_number": "026X0302",
         *       "lot_number": "01",
         *       "unique_order": "026X0302-01",
         *       "product_name": "歯車素材 φ560",
         *       "material": "SCMn3",
         *       "pieces": 2,
         *       "unit_weight": 415,
         *       "weight": 830,
         *       "volume": 0.62,
         *       "depth": 0.9,
         *       "width": 0.9,
         *       "height": 0.38,
         *       "deadline_date": "2026-12-01",
         *       "late_days": 0,
         *       "locked": false,
         *       "received_locked": false,
         *       "next": {
         *         "task_name": "荒加工",
         *         "facility_name": "320荒加工職場",
         *         "partner_name": null,
         *         "start_date": "2026-11-26T08:00:00+09:00"
         *       }
         *     }
         */
        FurnaceRunMember: {
            entry_id: components["schemas"]["Id"];
            order_id: components["schemas"]["Id"];
            serial_number: string;
            lot_number: string;
            unique_order: string;
            product_name: string;
            material: string;
            pieces: number;
            /** @description kg of a piece */
            unit_weight: number | null;
            /** @description kg */
            weight: number;
            /** @description m³ */
            volume: number;
            /** @description metres, of a piece; 0: not known */
            depth: number;
            width: number;
            height: number;
            deadline_date: components["schemas"]["NullableDate"];
            /** @description Of its order */
            late_days: number;
            /** @description 工程開始 */
            locked: boolean;
            /** @description 工程終了 */
            received_locked: boolean;
            next: null | components["schemas"]["NextProcess"];
        };
        /** @description The next process of the member's lot; outsourced ones bear the partner's name */
        NextProcess: {
            task_name: string;
            facility_name: string | null;
            partner_name: string | null;
            start_date: components["schemas"]["Instant"];
        };
        /**
         * @example {
         *       "temperature": 1050,
         *       "retention_time": 4,
         *       "cooling_method": "水冷",
         *       "cooling_time": 1
         *     }
         */
        Recipe: {
            temperature: number;
            retention_time: number;
            cooling_method: string;
            cooling_time: number;
        };
        /**
         * @description Values of half days begin with the morning of from_date
         * @example {
         *       "facility": 11,
         *       "stops": [],
         *       "furnace": false,
         *       "units": 2,
         *       "unit": "hours",
         *       "limit": null,
         *       "rate": 0.8,
         *       "occupied_rate": null,
         *       "tasks": 2,
         *       "matching": 2,
         *       "load": [
         *         8,
         *         4.8
         *       ],
         *       "open": [
         *         8,
         *         8
         *       ],
         *       "counts": [
         *         2,
         *         1
         *       ],
         *       "late_counts": [
         *         0,
         *         0
         *       ],
         *       "closed": [],
         *       "over": []
         *     }
         */
        FacilityLoad: {
            facility: components["schemas"]["NullableId"];
            /** @description It, or units of it, that stand out of order, the latest first */
            stops: components["schemas"]["Stop"][];
            furnace: boolean;
            /** @description How many the facility has */
            units: number;
            /**
             * @description What load and open are counted in
             * @enum {string}
             */
            unit: "hours" | "kg" | "m3" | "runs";
            /** @description Of one unit of a furnace, in that unit */
            limit: number | null;
            /** @description 稼働率, 1 is full; null where nothing is open */
            rate: number | null;
            /** @description Of a furnace the share of its hours in which something stands in it, however little; null for others */
            occupied_rate: number | null;
            /** @description Bars in the range */
            tasks: number;
            /** @description Those of them that the filters leave, on the days that `rate` speaks of */
            matching: number;
            /** @description Planned hours; in a furnace what stands there at the fullest moment */
            load: number[];
            /** @description What there is room for */
            open: number[];
            /** @description Unfinished bars a half day */
            counts: number[];
            /** @description Those of them of late orders */
            late_counts: number[];
            /** @description Days on which nobody works there, by number from from_date on, which is 0 */
            closed: number[];
            /** @description Half days with more than there is room for, by number */
            over: components["schemas"]["LoadOver"][];
        };
        LoadOver: {
            half: number;
            /** @description Those for which there is no room */
            bars: components["schemas"]["LoadMisfit"][];
        };
        LoadMisfit: {
            entry_id: components["schemas"]["Id"];
            order_id: components["schemas"]["Id"];
            serial_number: string;
            unique_order: string;
            task_name: string;
            /**
             * @description How it came there, where somebody put it there
             * @enum {string|null}
             */
            why: "added" | "moved" | "locked" | null;
        };
        FacilityLoadPage: {
            results: components["schemas"]["FacilityLoad"][];
        } & components["schemas"]["Page"];
        /** @description A later start makes this order late, or later where it is late already (docs/planning-rules.md) */
        LatestStart: {
            at: components["schemas"]["Instant"];
            order_id: components["schemas"]["Id"];
            serial_number: string;
            late_already: boolean;
        };
        FurnaceRun: {
            id: components["schemas"]["Id"];
            /**
             * @description End of the furnace's code, day, and which run of the furnace it is that day
             * @example 05-20261125-1
             */
            charge_number: string;
            facility_id: components["schemas"]["Id"];
            facility_code: string;
            facility_name: string;
            /** @description From 0 */
            unit: number;
            /** @description How many the furnace has */
            units: number;
            /** @description metres, of the furnace */
            depth: number | null;
            width: number | null;
            height: number | null;
            /** @description kg */
            max_weight: number | null;
            /** @description m³ */
            volume: number | null;
            task_names: string[];
            recipe: components["schemas"]["Recipe"];
            /** @description Where it stands on the boards */
            run_start: components["schemas"]["Instant"];
            /** @description When it was started, by 今日の作業: retention and release reckon from it */
            started_at: components["schemas"]["NullableInstant"];
            retention_from: components["schemas"]["Instant"];
            retention_to: components["schemas"]["Instant"];
            run_end: components["schemas"]["Instant"];
            /** @description When the members have cooled */
            released_at: components["schemas"]["Instant"];
            latest_start: null | components["schemas"]["LatestStart"];
            /** @description kg */
            load_weight: number;
            /** @description Per cent of max_weight */
            weight_share: number | null;
            /** @description m³ */
            load_volume: number;
            /** @description Per cent of volume */
            volume_share: number | null;
            pieces: number;
            /** @description When the plan was published */
            planned_at: components["schemas"]["NullableInstant"];
            /** @description The heaviest piece first */
            members: components["schemas"]["FurnaceRunMember"][];
        };
        FurnaceRunPage: {
            results: components["schemas"]["FurnaceRun"][];
        } & components["schemas"]["Page"];
        ScheduleDetails: {
            labor_forces: components["schemas"]["LaborForce"][];
            task_tools: components["schemas"]["TaskTool"][];
            furnace_runs: components["schemas"]["FurnaceRun"][];
        };
        /**
         * @example {
         *       "time_limit_seconds": 20,
         *       "objective": "weighted"
         *     }
         */
        RunRequest: {
            /** @description 20 when not given */
            time_limit_seconds?: number;
            /** @enum {string} */
            objective?: "weighted" | "strict";
            /** @description working days; the plant's setting when not given (0) */
            frozen_days?: number;
            batch_retention_tolerance_hours?: number;
            /** @description calendar days before the due date within which an end costs; 0: never */
            slack_days?: number;
            moving?: components["schemas"]["Moving"];
            /** @description Orders that this run places before all others, this one first; the rest is planned around them. Unlocked bars give way */
            first_orders?: components["schemas"]["Id"][];
        };
        /**
         * @example {
         *       "order_id": 189,
         *       "serial_number": "026Y0189"
         *     }
         */
        FirstOrder: {
            order_id: components["schemas"]["Id"];
            serial_number: string;
        };
        /** @description What a plan wins for the order and costs the others, held against the plan that stands */
        AdviceEffect: {
            /** @description By how much less late the order is */
            gain_days: number;
            late_days_after: number;
            /** @description The days late of all orders */
            total_days_before: number;
            total_days_after: number;
            late_orders_before: number;
            late_orders_after: number;
            /** @description Bars that move */
            moved_entries: number;
            moved_orders: number;
            /** @description The orders that become late or later, those that lose most first */
            pays: {
                order_id: components["schemas"]["Id"];
                serial_number: string;
                /** @description Days late */
                days_before: number;
                days_after: number;
            }[];
            /** @description How many there are */
            pays_count: number;
        };
        /**
         * @example {
         *       "order_id": 657,
         *       "late_days": 24,
         *       "replanned": false,
         *       "refining": false,
         *       "first": {
         *         "gain_days": 10,
         *         "late_days_after": 14,
         *         "total_days_before": 555,
         *         "total_days_after": 546,
         *         "late_orders_before": 77,
         *         "late_orders_after": 77,
         *         "moved_entries": 9,
         *         "moved_orders": 3,
         *         "pays": [
         *           {
         *             "order_id": 189,
         *             "serial_number": "026Y0189",
         *             "days_before": 2,
         *             "days_after": 3
         *           }
         *         ],
         *         "pays_count": 1
         *       },
         *       "partner": null,
         *       "capacity": null
         *     }
         */
        Advice: {
            order_id: components["schemas"]["Id"];
            /** @description As the plan stands */
            late_days: number;
            /** @description The plan does not fit what has changed since: what follows is held against what planning again makes of it */
            replanned: boolean;
            /** @description It is of a short search so far, and what the others pay is the most that a run would ask. The search that a run makes is under way while one asks again now and then */
            refining: boolean;
            /** @description Placed first, as a run with `first_orders` does: it wins at least this */
            first: components["schemas"]["AdviceEffect"] | null;
            /** @description Its partner brings it back the next working morning, and it is placed first; where that wins more than to place it first alone */
            partner: null | (components["schemas"]["AdviceEffect"] & {
                order_task_id: components["schemas"]["Id"];
                outsourcing_name: string | null;
                /** @enum {string} */
                promised: "at_most";
            });
            /** @description A unit more of the facility at which it waits longest, and it is placed first; where that wins more, or costs the others less, than to place it first alone */
            capacity: null | (components["schemas"]["AdviceEffect"] & {
                facility_id: components["schemas"]["Id"];
                facility_name: string;
            });
        };
        /**
         * @description How much of the standing plan may move. `misfits`: what no longer fits; anything else only where that gains very much. The others find several plans,
         *     from the one that moves least to the one with the least lateness, and publish `least`, the best by the objective (`standard`), or `punctual`.
         *     `anew` searches as if no plan stood, and publishes the plan with the least lateness; it is no setting of the plant.
         * @enum {string}
         */
        Moving: "misfits" | "least" | "standard" | "punctual" | "anew";
        /**
         * @example {
         *       "time_limit_seconds": 20,
         *       "objective": "weighted",
         *       "frozen_days": 0,
         *       "batch_retention_tolerance_hours": 0,
         *       "slack_days": 5,
         *       "moving": "standard"
         *     }
         */
        RunSettings: WithRequired<components["schemas"]["RunRequest"], "time_limit_seconds" | "objective" | "frozen_days" | "batch_retention_tolerance_hours" | "slack_days" | "moving">;
        /** @enum {string} */
        QueueStatus: "queued" | "running" | "complete" | "error" | "cancelled";
        /**
         * @example {
         *       "id": 41,
         *       "status": "queued"
         *     }
         */
        RunAccepted: {
            id: components["schemas"]["Id"];
            status: components["schemas"]["QueueStatus"];
        };
        /** @description What the published plan promises for its open orders */
        PlanFigures: {
            /** @description Bars of the plan; 0: there was none */
            entries: number;
            open_orders: number;
            late_orders: number;
            late_days: number;
            worst_late_days: number;
            /** @description Of the next two weeks */
            furnace_runs: number;
            /** @description Their mean fill; 1 is full */
            furnace_fill: number | null;
            /** @description Mean days from casting to the planned end */
            flow_days: number | null;
        };
        RunFigures: {
            before: components["schemas"]["PlanFigures"];
            after: components["schemas"]["PlanFigures"];
        };
        /** @description Figures of some days; null where nothing is known from which one could be made */
        SpanFigures: {
            from_date: components["schemas"]["PlanDate"];
            to_date: components["schemas"]["PlanDate"];
            /** @description The last day whose shipments count: of a span under way today, of what that is held against the last of as many days */
            shipped_to: string;
            /** @description While there is no plan, those up to today */
            working_days: number;
            /** @description Orders shipped */
            shipped: number;
            /** @description Of these with a delivery date */
            due: number;
            /** @description Of these shipped by it */
            on_time: number;
            /** @description 納期遵守率: on_time / due */
            on_time_rate: number | null;
            /** @description 遅れ日数 of the orders shipped */
            late_days: number | null;
            furnace_runs: number;
            /** @description Of these the ones that begin after today */
            furnace_runs_planned: number;
            /** @description 炉の充填率: mean of the furnace runs; 1 is full */
            furnace_fill: number | null;
            /** @description 炉の回数: furnace_runs / working_days */
            furnace_runs_a_day: number | null;
            /** @description 仕掛 at the end of the days */
            lots_in_work: number | null;
            /** @description 流れ日数: mean days from casting to shipment */
            flow_days: number | null;
        };
        Figures: {
            now: components["schemas"]["Instant"];
            planned_at: components["schemas"]["NullableInstant"];
            /** @description The published plan as it stands; null before the first run */
            plan: null | components["schemas"]["PlanFigures"];
            period: {
                /** @enum {string} */
                kind: "this_week" | "last_week" | "this_month" | "range";
            } & components["schemas"]["SpanFigures"];
            /** @description What the period is held against, the nearest first; month_before_weeks is the mean of that month's weeks */
            comparisons: ({
                /** @enum {string} */
                kind: "week_before" | "month_before_weeks" | "month_before" | "span_before";
            } & components["schemas"]["SpanFigures"])[];
            /** @description The twelve weeks up to the period, Monday to Sunday */
            weeks: components["schemas"]["SpanFigures"][];
            furnaces: {
                facility_id: components["schemas"]["Id"];
                facility_name: string;
                units: number;
                runs: number;
                fill: number | null;
                runs_before: number;
                fill_before: number | null;
            }[];
            /** @description Where the lots in work are at the end of the period; empty where nobody counted */
            places: {
                /** @enum {string} */
                place: "casting" | "shakeout" | "finishing" | "heat" | "machining" | "inspection" | "shipping" | "outsourced" | "other";
                lots: number;
                lots_before: number | null;
            }[];
            /** @description 設備負荷 of the eight weeks from this one on, the busiest facility first */
            load: {
                weeks: {
                    from_date: components["schemas"]["PlanDate"];
                    working_days: number;
                }[];
                facilities: {
                    facility_id: components["schemas"]["Id"];
                    facility_name: string;
                    units: number;
                    furnace: boolean;
                    weeks: {
                        needed_hours: number;
                        open_hours: number;
                        /** @description Closed by its units on every working day */
                        stopped: boolean;
                    }[];
                }[];
            };
            /** @description What was lost in the period, by reason, the most first */
            losses: {
                stops: {
                    reason: components["schemas"]["StopReason"];
                    count: number;
                    /** @description By the clock */
                    hours: number;
                }[];
                defects: {
                    reason: components["schemas"]["NullableDefect"];
                    pieces: number;
                }[];
            };
            promises: components["schemas"]["PromiseFigures"];
            last_run: null | ({
                id: components["schemas"]["Id"];
                started_at: components["schemas"]["Instant"];
                finished_at: components["schemas"]["Instant"];
                requested_by: string;
                requested_by_name: string | null;
                moved: number;
                moved_orders: components["schemas"]["MovedOrderCount"];
                /** @description Of the bars by three days or more */
                moved_far: number;
                moved_by: components["schemas"]["NullableMovedBy"];
            } & components["schemas"]["RunFigures"]);
        };
        /** @description 回答遵守率: what became of the days that were promised (納期回答), of the twelve months up to that of the last day of the period, by the promised day */
        PromiseFigures: {
            from_date: components["schemas"]["PlanDate"];
            to_date: components["schemas"]["PlanDate"];
            /** @description Lines of questions that were answered with a day */
            answered: number;
            /** @description Those that were held (仮押さえ), whatever became of it */
            held: number;
            /** @description Those that a real order took over which is not shipped yet */
            open: number;
            /** @description Those of the open ones whose day has passed */
            overdue: number;
            /** @description Those that a real order took over which is shipped */
            shipped: number;
            /** @description Those that were shipped on the promised day or before */
            kept: number;
            /** @description The days by which the others were late */
            late_days: number;
            /** @description Those that were shipped, the last promised day first */
            orders: {
                promise_id: components["schemas"]["Id"];
                /** @description null: it is there no longer */
                order_id: components["schemas"]["NullableId"];
                serial_number: string;
                product_code: string;
                product_name: string;
                promised_on: components["schemas"]["PlanDate"];
                shipped_on: components["schemas"]["PlanDate"];
                late_days: number;
            }[];
        };
        /**
         * @example {
         *       "id": 41,
         *       "status": "running",
         *       "progress": 0.4,
         *       "phase": "improve",
         *       "requested_by": "1002",
         *       "created_at": "2026-04-01T08:30:00+09:00",
         *       "started_at": "2026-04-01T08:30:01+09:00",
         *       "finished_at": null,
         *       "statistics": null,
         *       "error": null
         *     }
         */
        ScheduleQueue: {
            id: components["schemas"]["Id"];
            status: components["schemas"]["QueueStatus"];
            progress: number;
            phase: string;
            requested_by: string;
            created_at: components["schemas"]["Instant"];
            started_at: components["schemas"]["NullableInstant"];
            finished_at: components["schemas"]["NullableInstant"];
            /** @description null until it is complete */
            statistics: null | components["schemas"]["RunStatistics"];
            error: string | null;
            /** @description In lists; null: a program */
            requested_by_name?: string | null;
            /** @description In lists: the 固定日数 it was asked for with; null: it was not kept */
            frozen_days?: number | null;
            /** @description In lists: how much might move; null: it was not kept */
            moving?: null | components["schemas"]["Moving"];
            /** @description In lists: the orders that it placed first */
            first_orders?: components["schemas"]["FirstOrder"][];
            /** @description In lists: the plan before and after the run, where it published one */
            figures?: null | components["schemas"]["RunFigures"];
        };
        /** @description What a run says of itself; an earlier version said less. Further fields are the engine's own (score, bound, rounds, load, moves) */
        RunStatistics: {
            /** @description Planned */
            tasks?: number;
            /** @description Could not be planned */
            unplaced?: number;
            /** @description Bars that stay where they are (locked, made by hand, inside the frozen days) and break a rule there (W206) */
            conflicts?: number;
            /** @description Orders of which something is not planned: an unknown product, no casting date or no processes */
            excluded_orders?: number;
            late_orders?: number;
            late_days?: number;
            /** @description Bars that moved: their start, end, facility or furnace charge is another */
            moved?: number;
            moved_orders?: components["schemas"]["MovedOrderCount"];
            /** @description Of the bars by three days or more */
            moved_far?: number;
            moved_by?: components["schemas"]["NullableMovedBy"];
            /** @description Complete plans to choose from, from the one that moves least; one of them is published. Empty where nothing stood before */
            alternatives?: components["schemas"]["RunAlternative"][];
            /** @description Nothing had changed, so that the plan stands as it was */
            unchanged?: boolean;
            /** @description Seconds of each phase; all but reading and publishing are inside the time limit */
            phases?: {
                [key: string]: number;
            };
            /** @description Whether there was no plan before, so that nothing could move */
            first_plan?: boolean;
            seconds?: number;
            /** @description The 200 that moved furthest; in lists of the newest complete run alone */
            moved_entries?: components["schemas"]["MovedEntry"][];
            /** @description The 100 latest orders; in lists of the newest complete run alone */
            late?: components["schemas"]["LateNote"][];
        } & {
            [key: string]: unknown;
        };
        /** @description A bar that a run moved: where it stood and where it stands */
        MovedEntry: {
            entry_id: components["schemas"]["Id"];
            order_id: components["schemas"]["Id"];
            serial_number: string;
            lot_number: string;
            task_name: string;
            old_start: components["schemas"]["Instant"];
            new_start: components["schemas"]["Instant"];
            old_end?: components["schemas"]["Instant"];
            /** @description null: a run of a version that did not keep it */
            new_end?: components["schemas"]["NullableInstant"];
            /** @description null: none, or with a partner */
            old_facility: string | null;
            new_facility: string | null;
            /** @description null: a run of a version that did not keep it */
            moved_by?: null | components["schemas"]["MoveCause"];
        };
        /**
         * @example {
         *       "moves": [
         *         {
         *           "entry_id": 118,
         *           "order_id": 26,
         *           "serial_number": "026X0255",
         *           "lot_number": "02",
         *           "task_name": "焼ならし",
         *           "old_start": "2026-04-06T08:00:00+09:00",
         *           "new_start": "2026-04-08T08:00:00+09:00",
         *           "old_end": "2026-04-06T20:00:00+09:00",
         *           "new_end": "2026-04-08T20:00:00+09:00",
         *           "old_facility": "5号焼戻し炉",
         *           "new_facility": "5号焼戻し炉",
         *           "moved_by": "unfit",
         *           "delivery_date": "2026-04-20",
         *           "late_days": 2
         *         }
         *       ]
         *     }
         */
        RunMoves: {
            moves: (components["schemas"]["MovedEntry"] & {
                delivery_date: components["schemas"]["NullableDate"];
                /** @description Days by which its order is late in the plan as it stands now, 0: in time */
                late_days: number;
            })[];
        };
        /** @description Why an order is late, of the plan as it stands */
        LateNote: {
            order_id: components["schemas"]["Id"];
            serial_number: string;
            late_days: number;
            /** @description The largest part; what can no longer be helped only where there is no other */
            cause: components["schemas"]["LateCause"];
            facility_id: components["schemas"]["NullableId"];
            /** @description The process that the cause speaks of */
            order_task_id: components["schemas"]["NullableId"];
            /** @description What the days late are made of; they add up to them */
            parts: components["schemas"]["LatePart"][];
            /** @description Where its lot that ends last waits longest, if that is a day or more */
            wait: components["schemas"]["LateWait"] | null;
        };
        /**
         * @description A cause of lateness (docs/planning-rules.md)
         * @enum {string}
         */
        LateCause: "late_start" | "late_before" | "own_time" | "lock" | "closed_calendar" | "stopped" | "weekday" | "waiting_days" | "outsourcing_lead" | "demolding" | "late_casting" | "earlier_due" | "later_due";
        /** @description A bar that could begin and waits for its facility, and what stands there meanwhile: bars, of a furnace its charges */
        LateWait: {
            order_task_id: components["schemas"]["NullableId"];
            facility_id: components["schemas"]["NullableId"];
            from: components["schemas"]["PlanDate"];
            to: components["schemas"]["PlanDate"];
            /** @description From here on it could begin; not said by older versions */
            ready_at?: components["schemas"]["Instant"];
            /** @description Until then it waits; not said by older versions */
            begin_at?: components["schemas"]["Instant"];
            /** @description Charges are counted */
            furnace: boolean;
            /** @description Due later and in time */
            later_in_time: number;
            /** @description Due later and late as well */
            later_late: number;
            /** @description Due no later */
            earlier: number;
            /** @description Of all of these, those with a rush order; not said of runs of an earlier version */
            rush?: number;
            /** @description Of all of these, held by a person */
            locked: number;
            /** @description Whether a person holds the bar itself */
            held: boolean;
            /** @description Weekdays on which it may begin, 0 = Sunday; empty: any */
            weekdays: number[];
            /** @description Days late by closed days, as `parts` has them; 0 where none of them lies in this wait */
            closed_days: number;
            /** @description The same by a stop; not said by older versions */
            stopped_days?: number;
            /** @description Another facility, which could have taken it and was out of order or closed on most of these days; null: its own was; not said by older versions */
            shut_facility_id?: components["schemas"]["NullableId"];
            /** @description Free share of the hours in which it could have begun; null: there are none */
            idle_percent: number | null;
            /** @description The lot of its charge that could begin last */
            mate: {
                order_task_id: components["schemas"]["NullableId"];
                label: string;
                ready: components["schemas"]["PlanDate"];
                /** @description Where it waits longest itself, a day or more; not said by older versions */
                wait?: {
                    facility_id: components["schemas"]["NullableId"];
                    from: components["schemas"]["PlanDate"];
                    to: components["schemas"]["PlanDate"];
                } | null;
            } | null;
        };
        ScheduleQueuePage: {
            results: components["schemas"]["ScheduleQueue"][];
        } & components["schemas"]["Page"];
        /**
         * @example {
         *       "order_id": 26,
         *       "serial_number": "026X0255",
         *       "product_name": "ライナ φ570",
         *       "late_days": 26,
         *       "entry_id": 118
         *     }
         */
        ReportedOrder: {
            order_id: components["schemas"]["Id"];
            serial_number: string;
            product_name: string;
            /** @description After the run; of a saved order before it */
            late_days: number;
            entry_id: components["schemas"]["NullableId"];
        };
        /**
         * @description How many of the moved bars for which reason: they could not stay, or stand behind such a one in their lot (unfit); their order was placed first (first); they made room for that (room); for a better plan (plan)
         * @example {
         *       "unfit": 129,
         *       "first": 0,
         *       "room": 0,
         *       "plan": 6
         *     }
         */
        MovedBy: {
            unfit: number;
            first: number;
            room: number;
            plan: number;
        };
        /**
         * @description Why a bar moved (MovedBy)
         * @enum {string}
         */
        MoveCause: "unfit" | "first" | "room" | "plan";
        /** @description null: nothing stood before, or a run of a version that did not count them */
        NullableMovedBy: null | components["schemas"]["MovedBy"];
        /** @description Orders of the bars that moved; null: a run of a version that did not count them */
        MovedOrderCount: number | null;
        /**
         * @description A complete plan that a run found, beside the one that stood
         * @example {
         *       "id": 2,
         *       "plan": 31,
         *       "moved_orders": 52,
         *       "moved_entries": 281,
         *       "later_orders": 40,
         *       "late_orders": 87,
         *       "late_days": 632,
         *       "furnace_runs": 412,
         *       "published": true
         *     }
         */
        RunAlternative: {
            /** @description Its number */
            id: number;
            /** @description The id of the plan, while it is kept */
            plan: components["schemas"]["NullableId"];
            /** @description Orders with a bar that moves */
            moved_orders: number;
            moved_entries: number;
            /** @description Orders that end on a later day than before */
            later_orders: number;
            late_orders: number;
            late_days: number;
            furnace_runs: number;
            published: boolean;
        };
        /**
         * @example {
         *       "from": 2
         *     }
         */
        Adoption: {
            /** @description The id of the plan that the caller saw published; refused (409) once another one is */
            from: number;
            /** @description Also where something has changed since the plan was made: what was edited since is lost, until this is taken back */
            anyway?: boolean;
        };
        /**
         * @description What a plan is: the one in force, one that a run offers, one to try things in, one that was in force
         * @enum {string}
         */
        PlanKind: "published" | "candidate" | "scenario" | "former";
        /**
         * @description Figures of a plan; what it moves is held against the plan that stood before
         * @example {
         *       "late_orders": 87,
         *       "late_days": 632,
         *       "moved_orders": 52,
         *       "moved_entries": 281,
         *       "furnace_runs": 412
         *     }
         */
        PlanSummary: {
            late_orders: number;
            late_days: number;
            /** @description null: nothing stood before */
            moved_orders: number | null;
            moved_entries: number | null;
            furnace_runs: number;
        };
        /**
         * @example {
         *       "id": 31,
         *       "kind": "candidate",
         *       "name": "案③",
         *       "number": 3,
         *       "author": "計画 花子",
         *       "base": 29,
         *       "version": 1,
         *       "created_at": "2026-04-01T09:00:00+09:00",
         *       "published_at": "2026-04-01T09:00:00+09:00",
         *       "left_at": null,
         *       "edited_at": null,
         *       "stale": false,
         *       "stale_of": [],
         *       "status": "idle",
         *       "progress": 1,
         *       "premises": [],
         *       "error": null,
         *       "figures": {
         *         "late_orders": 87,
         *         "late_days": 632,
         *         "moved_orders": 52,
         *         "moved_entries": 281,
         *         "furnace_runs": 412
         *       }
         *     }
         */
        Plan: {
            id: components["schemas"]["Id"];
            kind: components["schemas"]["PlanKind"];
            /** @description Shown to people */
            name: string;
            /** @description By which its run offers it */
            number: number | null;
            /** @description Name of who asked for it */
            author: string;
            /** @description The plan that stood before */
            base: components["schemas"]["NullableId"];
            version: number;
            created_at: components["schemas"]["Instant"];
            /** @description When its run had planned it */
            published_at: components["schemas"]["NullableInstant"];
            /** @description When another plan took its place */
            left_at: components["schemas"]["NullableInstant"];
            /** @description When it was last changed by hand since it was planned */
            edited_at: components["schemas"]["NullableInstant"];
            /** @description Whether something that it was made from is otherwise now */
            stale: boolean;
            /** @description Which parts of that; `premises`: it was not planned on its own yet */
            stale_of: ("holidays" | "availability" | "orders" | "products" | "facilities" | "tasks" | "outsourcing" | "settings" | "premises")[];
            /** @enum {string} */
            status: "idle" | "queued" | "running" | "error";
            progress: number;
            /** @description Of a scenario: the changes of the plant on which it is planned */
            premises: components["schemas"]["ToldPremise"][];
            /** @description Why a scenario could not be planned; null: it could, or nobody has asked */
            error: string | null;
            figures: null | components["schemas"]["PlanSummary"];
        };
        PlanPage: {
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["Plan"][];
        };
        ComparedPlan: components["schemas"]["PlanSummary"] & {
            id: components["schemas"]["Id"];
            kind: components["schemas"]["PlanKind"];
            name: string;
            number: number | null;
            /** @description What would be otherwise in the plant, a sentence each */
            premises: string[];
            /** @description Most days late of one order */
            worst_late_days: number;
            /** @description Weight in the furnace runs that have a limit of it, as a share of that limit; null: there are none */
            furnace_fill: number | null;
            /** @description Hours of open bars that begin in the next four weeks, at facilities that are no furnace */
            work_hours: number;
            /** @description Hours worked beyond the calendar: of bars at facilities on days on which the plant is closed, of furnace runs where they are loaded on one */
            closed_hours: number;
            /** @description How many such days that is */
            closed_days: number;
            /** @description null: it is the base */
            beside_base: null | components["schemas"]["BesideBase"];
            /** @description Hours that open bars take of each facility by week */
            load: {
                facility_id: components["schemas"]["Id"];
                facility_name: string;
                /** @description Its Monday */
                week: components["schemas"]["PlanDate"];
                hours: number;
            }[];
        };
        /** @description What a plan moves of the base, and what orders gain and pay by it */
        BesideBase: {
            /** @description As those of the comparison */
            moved_orders: number;
            moved_entries: number;
            /** @description Of those bars the ones that begin three days or more before or after */
            moved_far: number;
            /** @description Orders that ship on another day, or are late by other days */
            orders: number;
            /** @description Of those the ones that ship earlier; the others ship later */
            earlier: number;
            later: number;
            /** @description Those that are late by fewer days */
            less_late: number;
            /** @description Of those the ones that are not late any more */
            no_longer_late: number;
            /** @description Those that are late by more days */
            more_late: number;
            /** @description Of those the ones that were not late */
            newly_late: number;
        };
        PlanComparison: {
            /** @description The plans, this one first */
            plans: components["schemas"]["ComparedPlan"][];
            /** @description Orders with a bar that stands elsewhere in the first of the others */
            moved_orders: number;
            /** @description Those bars: another start, end or facility, or in one of the two alone */
            moved_entries: number;
            /** @description Orders as they were asked for */
            count: number;
            next: string | null;
            previous: string | null;
            orders: {
                order_id: components["schemas"]["Id"];
                serial_number: string;
                product_name: string;
                deadline_date: components["schemas"]["NullableDate"];
                /** @description The day on which each plan ships it; null: not known */
                ships: components["schemas"]["NullableDate"][];
                late_days: number[];
                /** @description Its bar to look at, in the plan `of`, else in this one */
                entry_id: components["schemas"]["NullableId"];
            }[];
        };
        ToldPremise: components["schemas"]["PremiseAsked"] & {
            /** @description In a sentence */
            text: string;
        };
        /**
         * @description One change of the plant that is tried: `availability` (facility_id, from_date, to_date, units), `stop` (facility_id, from, to, reason), `holiday` (date, closed), `partner` (outsourcing_id, lead_days), `answer` (order_task_id, date), `order` (order_id and delivery_date, priority or pieces), `order_added` (product_id, pieces, delivery_date, ready_date), `order_removed` (order_id), `unlock` (order_task_id: the lock of its bar is lifted), `setting` (name, value: as `planner settings` has them)
         * @example {
         *       "kind": "availability",
         *       "facility_id": 12,
         *       "from_date": "2026-11-28",
         *       "to_date": "2026-11-28",
         *       "units": 1
         *     }
         */
        PremiseAsked: {
            /** @enum {string} */
            kind: "availability" | "stop" | "holiday" | "partner" | "answer" | "order" | "order_added" | "order_removed" | "unlock" | "setting";
            facility_id?: components["schemas"]["Id"];
            from_date?: components["schemas"]["PlanDate"];
            to_date?: components["schemas"]["PlanDate"];
            units?: number;
            from?: components["schemas"]["PlanDate"];
            to?: components["schemas"]["PlanDate"];
            reason?: string;
            date?: components["schemas"]["PlanDate"];
            closed?: boolean;
            outsourcing_id?: components["schemas"]["Id"];
            lead_days?: number;
            order_id?: components["schemas"]["Id"];
            order_task_id?: components["schemas"]["Id"];
            product_id?: components["schemas"]["Id"];
            priority?: components["schemas"]["OrderPriority"];
            pieces?: number;
            /** @description null: it has none */
            delivery_date?: components["schemas"]["PlanDate"] | null;
            /** @description From when the casting or the material of an added order is there; null or absent: today */
            ready_date?: components["schemas"]["PlanDate"] | null;
            name?: string;
            /** @description Of a setting */
            value?: string | number | boolean;
        };
        ScenarioPremises: components["schemas"]["PremiseAsked"][];
        ScenarioRun: {
            /** @description As of a run */
            time_limit_seconds?: number;
        };
        /**
         * @example {
         *       "plan": 31
         *     }
         */
        ProposalTry: {
            /** @description The published plan beside which it was tried */
            plan: components["schemas"]["Id"];
        };
        Proposals: {
            count: number;
            next: string | null;
            previous: string | null;
            /** @description The published plan */
            plan: components["schemas"]["Id"];
            /** @enum {string} */
            status: "trying" | "done";
            progress: number;
            /** @description How many changes were tried */
            tried: number;
            /** @description By how many days late the same search differs from itself */
            noise_days: number;
            results: {
                id: components["schemas"]["Id"];
                premises: components["schemas"]["ToldPremise"][];
                /** @description In a sentence */
                text: string;
                /**
                 * @description From what it comes
                 * @enum {string}
                 */
                why: "lock" | "mate" | "charges" | "urgent" | "saturday" | "tightest" | "partner" | "unit";
                /** @description Late orders from whose causes it comes */
                late_of: number;
                /** @description Planned again without it, and with it */
                late_orders: number[];
                late_days: number[];
                noise_days: number;
                /** @description Days late less, with each seed */
                gain_days: number[];
                moved_orders: number;
                moved_entries: number;
                /** @description The scenario of it */
                plan: components["schemas"]["NullableId"];
            }[];
            /** @description The newest first */
            adopted: {
                text: string;
                adopted_at: components["schemas"]["Instant"];
                /** @description Days late that it promised to change: negative, less */
                promised_days: number;
                /** @description By how many days the same orders are late otherwise now, by what has happened and by the plan */
                came_days: number;
            }[];
        };
        /**
         * @example {
         *       "name": "4号炉の定修を後ろへ"
         *     }
         */
        NewScenario: {
            name: string;
            premises?: components["schemas"]["ScenarioPremises"];
            /** @description The plan that is copied; null or absent: the published one */
            base?: components["schemas"]["NullableId"];
            /** @description Where there are as many as there may be the one that nobody has looked at for longest goes */
            anyway?: boolean;
        };
        /**
         * @description What is absent stays
         * @example {
         *       "name": "4号炉の定修を後ろへ",
         *       "version": 1
         *     }
         */
        ScenarioFields: {
            name?: string;
            premises?: components["schemas"]["ScenarioPremises"];
            version?: number;
        };
        /**
         * @example {
         *       "title": "東海羽根ポンプ 見積 Q-1187",
         *       "lines": [
         *         {
         *           "product_code": "00001146",
         *           "pieces": 6,
         *           "wished_date": "2026-12-10"
         *         }
         *       ]
         *     }
         */
        PromiseQuestion: {
            /** @description 件名 */
            title?: string;
            lines: {
                product_id?: components["schemas"]["Id"];
                product_code?: string;
                pieces: number;
                /** @description From when the casting or the material is there; null or absent: today */
                ready_date?: components["schemas"]["PlanDate"] | null;
                /** @description The day on which it should ship */
                wished_date?: components["schemas"]["PlanDate"] | null;
                /** @description The order by whose processes it is made; null or absent: the first of listRoutings */
                routing_order_id?: components["schemas"]["NullableId"];
            }[];
        };
        /** @description One change of the plant that was tried */
        Premise: {
            /** @enum {string} */
            kind: "availability" | "holiday" | "partner" | "order_first";
            /** @description In a sentence */
            text: string;
            facility_id?: components["schemas"]["Id"];
            from_date?: components["schemas"]["PlanDate"];
            to_date?: components["schemas"]["PlanDate"];
            units?: number;
            date?: components["schemas"]["PlanDate"];
            closed?: boolean;
            outsourcing_code?: string;
            lead_days?: number;
        };
        /** @description A process of the answer, where it would stand */
        PromiseEntry: {
            /** @description Which of its lots, from 1 */
            lot: number;
            task_id: components["schemas"]["Id"];
            task_name: string;
            facility_id: components["schemas"]["NullableId"];
            /** @description The partner of an outsourced process */
            facility_name: string | null;
            outsourced: boolean;
            start_at: components["schemas"]["Instant"];
            end_at: components["schemas"]["Instant"];
            /** @description Days that it waits before it starts */
            wait_days: number;
            /** @description For what; null: it does not wait */
            wait_text: string | null;
        };
        /** @description A day and what it costs the other orders */
        PromiseCost: {
            date: components["schemas"]["PlanDate"];
            moved_orders: number;
            moved_entries: number;
            /** @description Orders that are late by it */
            newly_late: number;
            /** @description The days by which orders end later than they should and did before */
            more_late_days: number;
            /** @description The orders that pay most */
            pays: {
                order_id: components["schemas"]["Id"];
                serial_number: string;
                days_before: number;
                days_after: number;
            }[];
        };
        PromiseWish: {
            /** @description Whether the wished day can be kept */
            possible: boolean;
            /** @description The smallest change by which it can; empty: none is needed, or none helps */
            premises: components["schemas"]["Premise"][];
            text: string;
            /** @description What was tried: each change of the plant with nothing moved, and the order before all others where it then ships in time */
            means: (components["schemas"]["PromiseCost"] & {
                premises: components["schemas"]["Premise"][];
                text: string;
                /** @description Whether it makes the wished day possible */
                reached: boolean;
            })[];
        };
        PromiseWanted: {
            wanted: boolean;
            /** @description All of them where absent */
            lines?: number[];
        };
        PromiseHold: {
            /** @description It expires at the end of the day so many days from today */
            days: number;
            /** @description All of them where absent */
            lines?: number[];
            /** @description Lines of which another day than the answered one is promised: one of their `earlier` days */
            dates?: {
                line: number;
                date: components["schemas"]["PlanDate"];
            }[];
        };
        PromiseExtension: {
            days: number;
            /** @description All of them where absent */
            lines?: number[];
        };
        PromiseLines: {
            /** @description All of them where absent */
            lines?: number[];
        };
        /** @description One of `order_id` and `serial_number` */
        PromiseFulfilment: {
            order_id?: components["schemas"]["Id"];
            /** @description 製番; null: what is held awaits no order any more */
            serial_number?: string | null;
            /** @description Needed where several lines of the product are kept */
            line?: number;
        };
        ProvisionalOrders: {
            results: components["schemas"]["Order"][];
        };
        PromiseKept: {
            /** @description The provisional order, or the one that took its place; null: it is there no longer */
            order_id: components["schemas"]["NullableId"];
            serial_number: string;
            /** @description The day that was promised */
            date: components["schemas"]["PlanDate"];
            kept_by: string;
            kept_by_name: string | null;
            kept_at: components["schemas"]["Instant"];
            expires_at: components["schemas"]["Instant"];
            /** @enum {string} */
            state: "kept" | "fulfilled" | "released" | "expired";
            /** @description The day on which the published plan has its order done; null: the plan has not all of it */
            reaches: components["schemas"]["NullableDate"];
            /** @description The number of the order that takes its place once a file brings it */
            awaits: string | null;
            /** @description It is held, or a real order took its place that has not shipped, and the published plan does not have that done on the promised day. Only what is held waits for somebody (`attention`) */
            broken: boolean;
        };
        PromiseAnswer: {
            line: number;
            product_id: components["schemas"]["NullableId"];
            product_code: string;
            product_name: string;
            pieces: number;
            ready_date: components["schemas"]["PlanDate"];
            wished_date: components["schemas"]["NullableDate"];
            /** @description The first day on which it can ship with nothing moved; null: `text` says why there is none */
            date: components["schemas"]["NullableDate"];
            /** @description What decides the day */
            text: string;
            /** @description Which day is kept in half of all cases, and in nine of ten, as hours and partners have really been; null: too little has happened, or it is still being counted */
            likely: null | {
                half: components["schemas"]["NullableDate"];
                nine_of_ten: components["schemas"]["NullableDate"];
            };
            moved_orders: number;
            entries: components["schemas"]["PromiseEntry"][];
            /** @description What it waits for longest, in words */
            waits: string[];
            routing: null | {
                order_id: components["schemas"]["Id"];
                serial_number: string;
            };
            /** @description Earlier days, the latest first; none costs more and is not earlier than another */
            earlier: components["schemas"]["PromiseCost"][];
            wished: components["schemas"]["PromiseWish"] | null;
            /** @description What became of it: null: it was never held */
            kept: components["schemas"]["PromiseKept"] | null;
        };
        Promise: {
            id: components["schemas"]["Id"];
            title: string;
            /** @enum {string} */
            status: "refining" | "done";
            asked_at: components["schemas"]["Instant"];
            asked_by: string;
            /** @description null: a program */
            asked_by_name: string | null;
            /** @description The plan has become another one since: asked again, the days may be others */
            outdated: boolean;
            /** @description When somebody wanted it to be held; null: nobody does */
            wanted_at: components["schemas"]["NullableInstant"];
            wanted_by: string | null;
            wanted_by_name: string | null;
            /** @description The lines that are wanted to be held */
            wanted_lines: number[];
            answers: components["schemas"]["PromiseAnswer"][];
        };
        PromisePage: {
            results: components["schemas"]["Promise"][];
        } & components["schemas"]["Page"];
        RoutingPage: {
            results: {
                order_id: components["schemas"]["Id"];
                serial_number: string;
                pieces: number;
                lots: number;
                processes: number;
            }[];
        } & components["schemas"]["Page"];
        RunReport: {
            id: components["schemas"]["Id"];
            finished_at: components["schemas"]["Instant"];
            requested_by: string;
            /** @description null: a program */
            requested_by_name: string | null;
            /** @description The night that asked for the run */
            night_id: components["schemas"]["NullableId"];
            /** @description By the user who asks */
            closed: boolean;
            /** @description Open orders that the plan ends after their delivery date, before the run; null for the first plan */
            late_before: number | null;
            late_after: number;
            /** @description The days late of all of them before the run; null for the first plan, and where a run of an earlier version did not count them */
            late_days_before: number | null;
            /** @description null: a run of a version that did not count them */
            late_days_after: number | null;
            /** @description Open rush orders that are or were late; null: a run of a version that did not count them */
            rush_count: number | null;
            /** @description Their days late before the run; null for the first plan */
            rush_days_before: number | null;
            rush_days_after: number | null;
            /** @description Orders later than before the run, in time or not before */
            later_late_count: number | null;
            /** @description The first 200 of these that were late before, those that lose most first */
            later_late: (components["schemas"]["ReportedOrder"] & {
                late_days_before: number;
            })[];
            newly_late_count: number;
            saved_count: number;
            /** @description The first 200, the latest first */
            newly_late: components["schemas"]["ReportedOrder"][];
            /** @description The first 200 */
            saved: components["schemas"]["ReportedOrder"][];
            /** @description Orders of both plans whose last bar ends on an earlier day than before; null: a run of a version that did not count them */
            earlier_count: number | null;
            /** @description On a later day */
            later_count: number | null;
            /** @description Working days inside which bars stayed (固定日数); null: a run of a version that did not keep them */
            frozen_days: number | null;
            /** @description Orders that are later than before, and would not be without the bars that the frozen days kept */
            behind_frozen_count: number;
            /** @description The first 200 of them, those that would gain most first */
            behind_frozen: (components["schemas"]["ReportedOrder"] & {
                /** @description Before the run; null: it had no bars then */
                late_days_before: number | null;
                /** @description About how much less late it would be, if those bars were not there and all others stayed */
                gain_days: number;
            })[];
            /** @description Bars that moved: their start, end, facility or furnace charge is another */
            moved: number;
            moved_orders: components["schemas"]["MovedOrderCount"];
            /** @description Those of the bars that moved by three days or more */
            moved_far: number;
            moved_by: components["schemas"]["NullableMovedBy"];
            /** @description As in its statistics */
            alternatives: components["schemas"]["RunAlternative"][];
            /** @description Whether another of them can be taken over: nobody has changed the plan since */
            choosable: boolean;
            /** @description Tasks that could not be planned */
            unplaced: number;
            /** @description Orders of which something is not planned: an unknown product, no casting date or no processes; null: a run of a version that did not count them */
            excluded_orders: number | null;
            /** @description Nothing had changed since the run before */
            unchanged: boolean;
            seconds: number;
            /** @description The orders that it placed first */
            first_orders: components["schemas"]["FirstOrder"][];
            /** @description Why the plan became another, as phrases; one where one change caused it */
            reasons: string[];
        };
        /**
         * @description A part of what plans are made from
         * @enum {string}
         */
        PlanPart: "holidays" | "availability" | "orders" | "products" | "facilities" | "tasks" | "outsourcing" | "settings";
        RunReportAnswer: {
            /** @description What has changed since the plan was made */
            stale: components["schemas"]["PlanPart"][];
            misfits: components["schemas"]["MisfitCount"];
            /** @description How many that no run moves do so: locked or added by hand */
            kept_misfits: number | null;
            /** @description Where availability has changed, the facilities among it that stopped or work again */
            stops: components["schemas"]["StopSince"][];
            /** @description Nothing else of the availability has changed */
            stops_alone: boolean;
            /** @description They are being looked for since the last change; the numbers are of the change before, if any */
            misfits_pending: boolean;
            report: null | components["schemas"]["RunReport"];
        };
        /**
         * @example {
         *       "facility_name": "2号台車式焼鈍炉",
         *       "reason": "設備故障",
         *       "resumes_on": "2026-04-13",
         *       "over": false
         *     }
         */
        StopSince: {
            facility_name: string;
            reason: string;
            /** @description The day on which it is expected to work again */
            resumes_on: components["schemas"]["NullableDate"];
            /** @description It works again */
            over: boolean;
        };
        /**
         * @example {
         *       "places": [
         *         {
         *           "entry_id": 118,
         *           "start_date": "2026-04-06T08:00:00+09:00",
         *           "end_date": "2026-04-06T12:00:00+09:00",
         *           "facility": 5,
         *           "facility_name": "5号焼戻し炉"
         *         }
         *       ]
         *     }
         */
        FormerPlaces: {
            places: {
                entry_id: components["schemas"]["Id"];
                start_date: components["schemas"]["Instant"];
                end_date: components["schemas"]["Instant"];
                facility: components["schemas"]["NullableId"];
                facility_name: string | null;
            }[];
        };
        /**
         * @example {
         *       "pending": false
         *     }
         */
        Pending: {
            pending: boolean;
        };
        /**
         * @example {
         *       "id": 3,
         *       "level": "warning",
         *       "code": "W201",
         *       "message": "製番 26A0501: 納期 2026/04/30(木) に対して 3日 遅れます。主な原因: 炉待ち(1号焼入炉 4/20〜4/24)",
         *       "order_id": 501,
         *       "task_id": 5,
         *       "facility_id": 12,
         *       "order_task_ids": [
         *         7001
         *       ],
         *       "orders": [
         *         {
         *           "order_id": 501,
         *           "serial_number": "26A0501"
         *         }
         *       ],
         *       "late": true
         *     }
         */
        ScheduleError: {
            id: components["schemas"]["Id"];
            /** @enum {string} */
            level: "error" | "warning" | "info";
            code: string;
            message: string;
            order_id: components["schemas"]["NullableId"];
            task_id: components["schemas"]["NullableId"];
            facility_id: components["schemas"]["NullableId"];
            order_task_ids: components["schemas"]["Id"][];
            /** @description Every order it speaks of that is still there, in the order of the sentence */
            orders: {
                order_id: components["schemas"]["Id"];
                serial_number: string;
            }[];
            /** @description It says what makes its orders late */
            late: boolean;
        };
        ScheduleErrorPage: {
            results: components["schemas"]["ScheduleError"][];
        } & components["schemas"]["Page"];
        /**
         * @example schedules
         * @enum {string}
         */
        FileType: "schedules" | "outsourcing" | "charges";
        /**
         * @example gantt
         * @enum {string}
         */
        WorkbookSheets: "all" | "gantt" | "list";
        /**
         * @example {
         *       "gantt": 148,
         *       "list": 209
         *     }
         */
        WorkbookPages: {
            /** @description A3 pages of the boards */
            gantt: number;
            /** @description A4 pages of the list */
            list: number;
        };
        /**
         * @example {
         *       "id": 12,
         *       "date": "2026-04-01T08:30:00+09:00",
         *       "file_type": "schedules",
         *       "status": "complete",
         *       "output_file": "/api/schedules/excels/12/"
         *     }
         */
        ExcelFile: {
            id: components["schemas"]["Id"];
            date: components["schemas"]["Instant"];
            file_type: components["schemas"]["FileType"];
            /** @enum {string} */
            status: "in_progress" | "complete" | "error";
            /** @description Where the file is fetched, with the token; null until it is complete */
            output_file: string | null;
        };
        ExcelFilePage: {
            results: components["schemas"]["ExcelFile"][];
        } & components["schemas"]["Page"];
        Choice: {
            name: string;
            value: components["schemas"]["Id"];
        };
        ChoiceMap: {
            [key: string]: components["schemas"]["Choice"][];
        };
        DateMap: {
            [key: string]: components["schemas"]["NullableDate"];
        };
        /**
         * @example {
         *       "id": 5,
         *       "version": 1,
         *       "active": true,
         *       "task_code": "320-3123-010",
         *       "task_name": "焼入",
         *       "abbreviation": "焼入"
         *     }
         */
        Task: {
            id: components["schemas"]["Id"];
            version: number;
            active: boolean;
            task_code: string;
            task_name: string;
            /** @description Two characters that stand for it on short bars; empty: the first of its name */
            abbreviation: string;
        };
        TaskPage: {
            results: components["schemas"]["Task"][];
        } & components["schemas"]["Page"];
        /**
         * @example {
         *       "version": 1,
         *       "abbreviation": "焼入"
         *     }
         */
        TaskFields: {
            version?: components["schemas"]["WriteVersion"];
            abbreviation?: string | null;
        };
        /**
         * @example {
         *       "task_code": "320-3123-010",
         *       "task_name": "焼入"
         *     }
         */
        TaskCreate: {
            task_code: components["schemas"]["Code"];
            task_name: components["schemas"]["Name"];
        };
        /** @enum {string} */
        CoolingMethod: "空冷" | "炉冷" | "水冷" | "強制空冷";
        /** @enum {string} */
        Weekday: "月" | "火" | "水" | "木" | "金" | "土" | "日";
        /**
         * @example {
         *       "id": 1,
         *       "task": 5,
         *       "facility": null,
         *       "temperature": 1050,
         *       "retention_time": 4,
         *       "cooling_method": "水冷",
         *       "cooling_time": 1,
         *       "work_settings": [
         *         "月",
         *         "水",
         *         "金"
         *       ],
         *       "waiting_days": 1
         *     }
         */
        HeatTreatment: {
            id: components["schemas"]["Id"];
            task: components["schemas"]["Id"];
            facility: components["schemas"]["NullableId"];
            temperature: number;
            retention_time: number;
            cooling_method: components["schemas"]["CoolingMethod"];
            cooling_time: number;
            work_settings: components["schemas"]["Weekday"][];
            waiting_days: number;
        };
        /**
         * @example {
         *       "id": 1,
         *       "task": 9,
         *       "facility": 21,
         *       "waiting_days": 0
         *     }
         */
        ProductProcessing: {
            id: components["schemas"]["Id"];
            task: components["schemas"]["Id"];
            facility: components["schemas"]["Id"];
            waiting_days: number;
        };
        /**
         * @example {
         *       "id": 1,
         *       "task": 3,
         *       "demolding_time": 48
         *     }
         */
        Demolding: {
            id: components["schemas"]["Id"];
            task: components["schemas"]["Id"];
            /** @description Hours */
            demolding_time: number;
        };
        /**
         * @example {
         *       "id": 31,
         *       "version": 1,
         *       "active": true,
         *       "product_code": "P-1001",
         *       "product_name": "羽根車 400A",
         *       "customer_name": "みなと重機",
         *       "volume_factor": 0.6,
         *       "depth": 0.4,
         *       "width": 0.4,
         *       "height": 0.25,
         *       "volume": 0.04,
         *       "round_up": null
         *     }
         */
        ProductRow: {
            id: components["schemas"]["Id"];
            version: number;
            active: boolean;
            product_code: string;
            product_name: string;
            customer_name: string;
            volume_factor: number | null;
            depth: number | null;
            width: number | null;
            height: number | null;
            volume: number | null;
            round_up: number | null;
        };
        ProductPage: {
            results: components["schemas"]["ProductRow"][];
        } & components["schemas"]["Page"];
        Product: {
            heat_treatments: components["schemas"]["HeatTreatment"][];
            product_processings: components["schemas"]["ProductProcessing"][];
            demoldings: components["schemas"]["Demolding"][];
        } & components["schemas"]["ProductRow"];
        HeatTreatmentFields: {
            /** @description Absent for a new row */
            id?: components["schemas"]["NullableId"];
            task: components["schemas"]["Id"];
            facility?: components["schemas"]["NullableId"];
            temperature?: number;
            retention_time?: components["schemas"]["Hours"];
            cooling_method: components["schemas"]["CoolingMethod"];
            cooling_time?: components["schemas"]["Hours"];
            work_settings?: components["schemas"]["Weekday"][];
            waiting_days?: components["schemas"]["Days"];
        };
        ProductProcessingFields: {
            id?: components["schemas"]["NullableId"];
            task: components["schemas"]["Id"];
            facility: components["schemas"]["Id"];
            waiting_days?: components["schemas"]["Days"];
        };
        DemoldingFields: {
            id?: components["schemas"]["NullableId"];
            task: components["schemas"]["Id"];
            demolding_time?: components["schemas"]["Hours"];
        };
        /**
         * @example {
         *       "version": 1,
         *       "product_code": "P-1001",
         *       "product_name": "羽根車 400A",
         *       "customer_name": "みなと重機",
         *       "volume_factor": 0.6,
         *       "depth": 0.4,
         *       "width": 0.4,
         *       "height": 0.25,
         *       "volume": 0.04,
         *       "heat_treatments": [
         *         {
         *           "task": 5,
         *           "temperature": 1050,
         *           "retention_time": 4,
         *           "cooling_method": "水冷",
         *           "cooling_time": 1,
         *           "work_settings": [
         *             "月",
         *             "水",
         *             "金"
         *           ],
         *           "waiting_days": 1
         *         }
         *       ],
         *       "product_processings": [
         *         {
         *           "task": 9,
         *           "facility": 21,
         *           "waiting_days": 0
         *         }
         *       ],
         *       "demoldings": [
         *         {
         *           "task": 3,
         *           "demolding_time": 48
         *         }
         *       ]
         *     }
         */
        ProductFields: {
            version?: components["schemas"]["WriteVersion"];
            product_code?: components["schemas"]["Code"];
            product_name?: components["schemas"]["Name"];
            customer_name?: string | null;
            volume_factor?: number | null;
            depth?: components["schemas"]["Size"];
            width?: components["schemas"]["Size"];
            height?: components["schemas"]["Size"];
            volume?: components["schemas"]["Volume"];
            round_up?: components["schemas"]["Volume"];
            heat_treatments?: components["schemas"]["HeatTreatmentFields"][];
            product_processings?: components["schemas"]["ProductProcessingFields"][];
            demoldings?: components["schemas"]["DemoldingFields"][];
        };
        ProductCreate: WithRequired<components["schemas"]["ProductFields"], "product_code" | "product_name">;
        /**
         * @example {
         *       "product": 31,
         *       "product_code": "P-1001",
         *       "task": 3,
         *       "task_code": "320-3121-060",
         *       "demolding_time": 48
         *     }
         */
        ProductDemolding: {
            product: components["schemas"]["Id"];
            product_code: string;
            task: components["schemas"]["Id"];
            task_code: string;
            /** @description Hours */
            demolding_time: number;
        };
        /**
         * @description How urgent it is beyond its due date, which weighs its lateness: 特急, 通常, 後回し
         * @enum {string}
         */
        OrderPriority: "rush" | "normal" | "deferred";
        /**
         * @example {
         *       "orders": [
         *         501
         *       ],
         *       "priority": "rush"
         *     }
         */
        SetOrderPriority: {
            orders: components["schemas"]["Id"][];
            priority: components["schemas"]["OrderPriority"];
        };
        /**
         * @example {
         *       "id": 501,
         *       "version": 1,
         *       "serial_number": "26A0501",
         *       "product_id": 31,
         *       "product_code": "P-1001",
         *       "product_name": "羽根車 400A",
         *       "number": 4,
         *       "weight": 182.5,
         *       "delivery_status": "素材",
         *       "material": "SCS13",
         *       "delivery_date": "2026-04-30",
         *       "casting_date": "2026-03-20",
         *       "priority": "normal",
         *       "task_number": 12,
         *       "open": true,
         *       "shipping_date": "2026-05-03",
         *       "late_days": 3,
         *       "promise": null
         *     }
         */
        Order: {
            id: components["schemas"]["Id"];
            version: number;
            serial_number: string;
            product_id: components["schemas"]["NullableId"];
            product_code: string;
            product_name: string;
            number: number;
            /** @description kg of a piece */
            weight: number | null;
            delivery_status: string;
            material: string;
            delivery_date: components["schemas"]["NullableDate"];
            casting_date: components["schemas"]["NullableDate"];
            priority: components["schemas"]["OrderPriority"];
            /** @description Order tasks */
            task_number: number;
            /** @description Whether something of it is still to be done: not delivered, and not every process finished */
            open: boolean;
            /** @description 出荷予定日: the day on which it ends, or has ended. Null while an open task of it is not planned, or begins before the one ahead of it has ended */
            shipping_date: components["schemas"]["NullableDate"];
            /** @description Days by which that misses delivery_date: the one lateness of an order, wherever it is shown */
            late_days: number;
            /** @description Of a provisional order (仮押さえ): the question that it answers, and until when it is held */
            promise: null | {
                id: components["schemas"]["Id"];
                expires_at: components["schemas"]["Instant"];
            };
        };
        OrderPage: {
            results: components["schemas"]["Order"][];
        } & components["schemas"]["Page"];
        /**
         * @example {
         *       "id": 801,
         *       "lot_number": "01",
         *       "casting_date": "2026-03-20",
         *       "task_count": 12,
         *       "finished_count": 5,
         *       "unplanned_count": 0,
         *       "end_date": "2026-05-03",
         *       "late_days": 3
         *     }
         */
        Lot: {
            id: components["schemas"]["Id"];
            lot_number: string;
            casting_date: components["schemas"]["NullableDate"];
            /** @description Its processes, planned or not */
            task_count: number;
            finished_count: number;
            /** @description Unfinished ones without a bar */
            unplanned_count: number;
            /** @description The day on which it ends. Null while nothing of what is left is planned */
            end_date: components["schemas"]["NullableDate"];
            late_days: number;
        };
        /**
         * @example {
         *       "id": 7001,
         *       "order": 501,
         *       "serial_number": "26A0501",
         *       "lot_number": "01",
         *       "product_id": 31,
         *       "task_id": 5,
         *       "task_sort": 30,
         *       "task_code": "320-3123-010",
         *       "task_name": "焼入",
         *       "arrangement": "内作",
         *       "outsourcing_code": "",
         *       "order_name": "",
         *       "setup_hours": 1,
         *       "work_hours": 4,
         *       "solution_frame_days": 0,
         *       "received": false,
         *       "last_reception_date": null,
         *       "order_quantity": 4,
         *       "received_quantity": 0,
         *       "finished": false,
         *       "origin": "file"
         *     }
         */
        OrderTask: {
            id: components["schemas"]["Id"];
            order: components["schemas"]["Id"];
            serial_number?: string;
            lot_number: string;
            product_id: components["schemas"]["NullableId"];
            task_id: components["schemas"]["Id"];
            task_sort: number | null;
            task_code: string;
            task_name: string;
            arrangement: string;
            outsourcing_code: string;
            order_name: string;
            setup_hours: number;
            work_hours: number;
            solution_frame_days: number;
            received: boolean;
            last_reception_date: components["schemas"]["NullableDate"];
            order_quantity: number;
            received_quantity: number;
            /** @description Received, received in full, completed by its partner, or marked on its bar */
            finished: boolean;
            origin: components["schemas"]["TaskOrigin"];
        };
        OrderTaskPage: {
            results: components["schemas"]["OrderTask"][];
        } & components["schemas"]["Page"];
        OrderDetail: {
            lots: components["schemas"]["Lot"][];
            order_tasks: components["schemas"]["OrderTask"][];
            entries: components["schemas"]["ScheduleEntry"][];
        } & components["schemas"]["Order"];
        /**
         * @example {
         *       "id": 61,
         *       "order": 501,
         *       "serial_number": "26A0501",
         *       "lot_number": "01",
         *       "casting_date": "2026-03-20"
         *     }
         */
        Casting: {
            id: components["schemas"]["Id"];
            order: components["schemas"]["Id"];
            serial_number: string;
            lot_number: string;
            /** Format: date */
            casting_date: string;
        };
        CastingPage: {
            results: components["schemas"]["Casting"][];
        } & components["schemas"]["Page"];
        /**
         * @example {
         *       "id": 12,
         *       "version": 1,
         *       "active": true,
         *       "facility_code": "320-0501",
         *       "facility_name": "1号焼入炉",
         *       "tasks": [
         *         {
         *           "id": 5,
         *           "task_code": "320-3123-010",
         *           "task_name": "焼入"
         *         }
         *       ],
         *       "task_ids": [
         *         5
         *       ],
         *       "task_names": [
         *         "焼入"
         *       ],
         *       "task_codes": [
         *         "320-3123-010"
         *       ],
         *       "availability": 1,
         *       "max_weight": 3000,
         *       "depth": 2,
         *       "width": 1.5,
         *       "height": 1.2,
         *       "volume": 3.6
         *     }
         */
        Facility: {
            id: components["schemas"]["Id"];
            version: number;
            active: boolean;
            facility_code: string;
            facility_name: string;
            tasks: components["schemas"]["FacilityTask"][];
            task_ids: components["schemas"]["Id"][];
            task_names: string[];
            task_codes: string[];
            /** @description Units */
            availability: number;
            /** @description kg */
            max_weight: number | null;
            /** @description m */
            depth: number | null;
            /** @description m */
            width: number | null;
            /** @description m */
            height: number | null;
            /** @description m3 */
            volume: number | null;
        };
        FacilityTask: {
            id: components["schemas"]["Id"];
            task_code: string;
            task_name: string;
        };
        FacilityPage: {
            results: components["schemas"]["Facility"][];
        } & components["schemas"]["Page"];
        /**
         * @example {
         *       "version": 1,
         *       "facility_code": "320-0501",
         *       "facility_name": "1号焼入炉",
         *       "task_ids": [
         *         5
         *       ],
         *       "availability": 1,
         *       "max_weight": 3000,
         *       "depth": 2,
         *       "width": 1.5,
         *       "height": 1.2,
         *       "volume": 3.6
         *     }
         */
        FacilityFields: {
            version?: components["schemas"]["WriteVersion"];
            facility_code?: components["schemas"]["Code"];
            facility_name?: components["schemas"]["Name"];
            task_ids?: components["schemas"]["Id"][];
            availability?: number;
            max_weight?: number | null;
            depth?: components["schemas"]["Size"];
            width?: components["schemas"]["Size"];
            height?: components["schemas"]["Size"];
            volume?: components["schemas"]["Volume"];
        };
        FacilityCreate: WithRequired<components["schemas"]["FacilityFields"], "facility_code" | "facility_name">;
        /**
         * @example {
         *       "1号焼入炉": {
         *         "2026-04-05": 0,
         *         "2026-04-06": 1
         *       }
         *     }
         */
        AvailabilityMap: {
            [key: string]: {
                [key: string]: number;
            };
        };
        /**
         * @example {
         *       "1号焼入炉": {
         *         "2026-04-05": 1,
         *         "2026-04-06": null
         *       }
         *     }
         */
        AvailabilityChange: {
            [key: string]: {
                [key: string]: number | null;
            };
        };
        /**
         * @example {
         *       "id": 3,
         *       "version": 1,
         *       "active": true,
         *       "outsourcing_code": "G010",
         *       "name": "あさひ加工"
         *     }
         */
        Outsourcing: {
            id: components["schemas"]["Id"];
            version: number;
            active: boolean;
            outsourcing_code: string;
            name: string;
        };
        OutsourcingPage: {
            results: components["schemas"]["Outsourcing"][];
        } & components["schemas"]["Page"];
        /**
         * @example {
         *       "version": 1,
         *       "outsourcing_code": "G010",
         *       "name": "あさひ加工"
         *     }
         */
        OutsourcingFields: {
            version?: components["schemas"]["WriteVersion"];
            outsourcing_code?: components["schemas"]["Code"];
            name?: components["schemas"]["Name"];
        };
        OutsourcingCreate: WithRequired<components["schemas"]["OutsourcingFields"], "outsourcing_code" | "name">;
        /**
         * @example {
         *       "id": 2,
         *       "version": 1,
         *       "active": true,
         *       "employee_id": "1002",
         *       "name": "佐藤 花子",
         *       "name_furigana": "さとう はなこ",
         *       "permission": "planning_manager"
         *     }
         */
        Employee: {
            id: components["schemas"]["Id"];
            version: number;
            active: boolean;
            employee_id: string;
            name: string;
            name_furigana: string;
            permission: components["schemas"]["Permission"];
        };
        EmployeePage: {
            results: components["schemas"]["Employee"][];
        } & components["schemas"]["Page"];
        /**
         * @example {
         *       "version": 1,
         *       "employee_id": "1005",
         *       "name": "田中 一郎",
         *       "name_furigana": "たなか いちろう",
         *       "permission": "manager"
         *     }
         */
        EmployeeFields: {
            version?: components["schemas"]["WriteVersion"];
            employee_id?: components["schemas"]["Code"];
            name?: components["schemas"]["Name"];
            name_furigana?: string | null;
            /** @description Absent or empty leaves it unchanged */
            password?: string | null;
            permission?: components["schemas"]["Permission"];
        };
        /**
         * @example {
         *       "employee_id": "1005",
         *       "name": "田中 一郎",
         *       "name_furigana": "たなか いちろう",
         *       "password": "foundry-demo",
         *       "permission": "manager"
         *     }
         */
        EmployeeCreate: {
            password: string;
        } & WithRequired<components["schemas"]["EmployeeFields"], "employee_id" | "name" | "password" | "permission">;
        /**
         * @example {
         *       "id": 14,
         *       "date": "2026-04-29"
         *     }
         */
        Holiday: {
            id: components["schemas"]["Id"];
            /** Format: date */
            date: string;
        };
        /**
         * @example {
         *       "days": [
         *         "2026-04-05",
         *         "2026-04-11"
         *       ],
         *       "last": "2026-12-31"
         *     }
         */
        ClosedDays: {
            days: string[];
            /** @description The last row of the holiday table, whatever was asked for: behind it weekends are closed. Null: it has no row */
            last: components["schemas"]["NullableDate"];
        };
        HolidayPage: {
            results: components["schemas"]["Holiday"][];
        } & components["schemas"]["Page"];
        /**
         * @example {
         *       "date": "2026-04-29"
         *     }
         */
        HolidayCreate: {
            date: components["schemas"]["PlanDate"];
        };
        /**
         * @example {
         *       "rows": [
         *         {
         *           "row": 2,
         *           "serial_number": "26A0501",
         *           "lot_number": "01",
         *           "casting_date": "2026-03-20"
         *         }
         *       ]
         *     }
         */
        ImportRows: {
            /** @description Keyed by field; `row` is its number in the file, else index + 2 */
            rows: {
                [key: string]: unknown;
            }[];
        };
        ImportFile: {
            /**
             * Format: binary
             * @description xlsx or csv, at most 20 MiB
             */
            file: string;
            /**
             * @description Excel row numbers to leave out, comma list
             * @example 12,13
             */
            skip_rows?: string;
            /** @description The sheet to read */
            sheet?: string;
            /**
             * @description The repairs of lost zeros that a person accepted: a JSON list of them, as a dry run proposed it; `rows`, a list, in the place of `row` says the same of many rows
             * @example [{"row":7,"field":"serial_number","from":"2640123","to":"02640123"}]
             */
            repairs?: string;
        };
        /**
         * @example {
         *       "row": 4,
         *       "key": "26A0501",
         *       "field": "delivery_date",
         *       "old": "2026-04-30",
         *       "new": "2026-05-15"
         *     }
         */
        ImportChange: {
            /** @description Its row in the file; null for a record that goes */
            row: number | null;
            key: string;
            field: string;
            old: unknown;
            new: unknown;
        };
        /**
         * @description A leading zero that a spreadsheet ate; given back only when a person says so. Sent with `to` the same as `from`: nothing was lost, the cell is taken in as it is
         * @example {
         *       "row": 7,
         *       "field": "serial_number",
         *       "from": "2640123",
         *       "to": "02640123"
         *     }
         */
        ImportRepair: {
            row: number;
            field: string;
            from: string;
            to: string;
        };
        /**
         * @description Where a sentence points; null where it concerns the file or the whole row
         * @example {
         *       "row": 12,
         *       "field": "casting_date"
         *     }
         */
        ImportPlace: {
            row: number | null;
            field: string | null;
            /** @description Further rows it speaks for */
            also?: number[];
            /**
             * @description The row would double something that is there but for zeros in front; a repair, or one with `to` as `from`, says what it is
             * @constant
             */
            doubles?: true;
        };
        /**
         * @description `imported` after an import; `new`, `changed_count`, `unchanged`, `deleted` after both; `added`, `changed`, `missing` after a dry run
         * @example {
         *       "errors": [
         *         "行12「納期」: 「2026/13/01」は日付として読めません。"
         *       ],
         *       "warnings": [],
         *       "imported": 0
         *     }
         */
        ImportAnswer: {
            errors: string[];
            warnings: string[];
            /** @description How many errors there are; `errors` holds the first 1,000 (a dry run, a refused import) */
            error_count?: number;
            warning_count?: number;
            /** @description The place of each of `errors`, in their order */
            error_places?: components["schemas"]["ImportPlace"][];
            /** @description The place of each of `warnings` */
            warning_places?: components["schemas"]["ImportPlace"][];
            /** @description Every row that an error names: what `skip_bad_rows` leaves out */
            bad_rows?: number[];
            /** @description Codes that the file names and no master has, each with its rows; where that is an error, with those that nothing else is wrong with (a dry run, a refused import). A file that `brings` them may be taken in before */
            lacking?: {
                field: string;
                code: string;
                rows: number[];
            }[];
            /** @description Codes that would be known once the file is taken in and are not yet, each with its rows, and names that stand for one of them */
            brings?: {
                code: string;
                rows: number[];
            }[];
            /** @description Rows that would double something that is there but for zeros in front: errors, unless `as_is`, `repair` or a repair of the row says what they are */
            doubles?: number;
            /** @description Rows that were taken in */
            imported?: number;
            /** @description Rows that would be taken in (a dry run) */
            row_count?: number;
            new?: number;
            /** @description The first 1,000 records that would be new, each at its first row */
            added?: {
                row: number;
                key: string;
            }[];
            changed?: components["schemas"]["ImportChange"][];
            /** @description Records that would change; `changed` holds the first 1,000 cells */
            changed_count?: number;
            unchanged?: number;
            /** @description Records that go, because the file speaks for a whole and lacks them (tasks of a lot in the file) or says so (稼働); none of them counts as changed */
            deleted?: number;
            /** @description Records that the file lacks and that stay */
            missing?: number;
            /** @description Lost zeros that could be given back (with `repair=1` those that were) */
            repairs?: components["schemas"]["ImportRepair"][];
            /** @description After an import: the rows of the file that are not in it; the history keeps them all, the first 1,000 stand here */
            left_out?: {
                import_id: components["schemas"]["Id"];
                count: number;
                rows: number[];
            };
        };
        /** @enum {string} */
        ImportKind: "holidays" | "tasks" | "facilities" | "outsourcings" | "employees" | "products" | "heat-treatments" | "orders" | "order-tasks" | "castings";
        /**
         * @description One import. Counted is what people count: orders, products with their treatments, tasks of lots
         * @example {
         *       "id": 41,
         *       "at": "2026-04-01T08:12:00+09:00",
         *       "actor": "1001",
         *       "actor_name": "管理 太郎",
         *       "kind": "orders",
         *       "file_name": "オーダー.xlsx",
         *       "refused": false,
         *       "row_count": 118,
         *       "new_count": 4,
         *       "changed_count": 9,
         *       "unchanged_count": 105,
         *       "deleted_count": 0,
         *       "error_count": 0,
         *       "warning_count": 3,
         *       "left_out_count": 2,
         *       "undoes": null,
         *       "undone_by": null,
         *       "audit_id": 88
         *     }
         */
        ImportHistoryRow: {
            id: components["schemas"]["Id"];
            at: components["schemas"]["Instant"];
            /** @description Employee id, or the program (cli, nightly) */
            actor: string;
            actor_name: string | null;
            kind: components["schemas"]["ImportKind"];
            file_name: string;
            /** @description Nothing was written */
            refused: boolean;
            /** @description Rows taken in */
            row_count: number;
            new_count: number | null;
            changed_count: number | null;
            unchanged_count: number | null;
            /** @description Records that went; null for an import that counted them among the changed ones, as earlier versions did */
            deleted_count: number | null;
            error_count: number;
            warning_count: number;
            left_out_count: number;
            /** @description The import that this entry took back */
            undoes: components["schemas"]["NullableId"];
            /** @description The entry that took this import back */
            undone_by: components["schemas"]["NullableId"];
            /** @description Its row in the history of changes, whose `part_of` its records bear; null where it changed nothing */
            audit_id: components["schemas"]["NullableId"];
        };
        ImportHistoryPage: {
            results: components["schemas"]["ImportHistoryRow"][];
        } & components["schemas"]["Page"];
        /**
         * @example {
         *       "restored": 12,
         *       "removed": 3,
         *       "returned": 0,
         *       "bars": 0,
         *       "left": 1,
         *       "left_records": [
         *         {
         *           "table": "orders",
         *           "key": "026X0255",
         *           "reason": "changed"
         *         }
         *       ],
         *       "later": 0,
         *       "import_id": 42
         *     }
         */
        ImportUndo: {
            /** @description Changed records that become what they were */
            restored: number;
            /** @description Added records that go */
            removed: number;
            /** @description Deleted records that come back */
            returned: number;
            /** @description Bars of the plan that come back; none where a run has published since */
            bars: number;
            /** @description Records that are left as they are */
            left: number;
            /** @description The first 1,000 of them */
            left_records: {
                table: string;
                /** @description What people call the record */
                key: string;
                /**
                 * @description Changed or deleted since, its place taken by another, used by now; a lot that was there before and has neither process nor casting now
                 * @enum {string}
                 */
                reason: "changed" | "gone" | "taken" | "used" | "empty";
            }[];
            /** @description Imports of the same kind that came after it and stand: they are taken back first */
            later: number;
            /** @description The entry of the history that took it back; null where it was only asked */
            import_id: components["schemas"]["NullableId"];
        };
        ImportHistoryEntry: {
            errors: string[];
            warnings: string[];
        } & components["schemas"]["ImportHistoryRow"];
        /**
         * @example {
         *       "id": 88,
         *       "at": "2026-04-01T08:30:00+09:00",
         *       "actor": "1001",
         *       "actor_name": "佐藤 健",
         *       "operation": "updateProduct",
         *       "kind": "products",
         *       "key": "P-1001",
         *       "part_of": null,
         *       "import_id": null,
         *       "old": {
         *         "product_name": "羽根車"
         *       },
         *       "new": {
         *         "product_name": "羽根車 400A"
         *       },
         *       "names": []
         *     }
         */
        AuditRow: {
            id: components["schemas"]["Id"];
            at: components["schemas"]["Instant"];
            /** @description Employee id, or the name of a program (cli, nightly, migration) */
            actor: string;
            /** @description null where no employee is known by the id */
            actor_name: string | null;
            operation: string;
            kind: string;
            /** @description What people call the row: its code, number or date; of an import the name of its file */
            key: string;
            /** @description The row of the import to which this record belongs */
            part_of: number | null;
            /** @description The entry of 取込履歴 that made this change */
            import_id: components["schemas"]["NullableId"];
            /** @description The row before; null where there was none. Of a bar in a plan that was not the published one also which: `plan`, and what it was called, `plan_name` */
            old: unknown;
            /** @description The row after, as `old`; null where there is none; of an import its counts */
            new: unknown;
            /** @description What the ids in old and new are called; what is gone is called as it last was */
            names: components["schemas"]["AuditName"][];
        };
        /**
         * @example {
         *       "table": "tasks",
         *       "id": 12,
         *       "name": "荒加工"
         *     }
         */
        AuditName: {
            /** @enum {string} */
            table: "products" | "tasks" | "facilities";
            id: components["schemas"]["Id"];
            name: string;
        };
        AuditPage: {
            results: components["schemas"]["AuditRow"][];
        } & components["schemas"]["Page"];
        /**
         * @example {
         *       "code": "M101",
         *       "level": "error",
         *       "message": "製品 P-1001(羽根車 400A)に熱処理「焼入」の条件が登録されていません。",
         *       "resource": "products",
         *       "id": 31,
         *       "order_count": 3
         *     }
         */
        MasterCheckFinding: {
            code: string;
            /** @enum {string} */
            level: "error" | "warning" | "info";
            /** @description Complete by itself */
            message: string;
            /**
             * @description The screen that mends it
             * @enum {string}
             */
            resource: "products" | "tasks" | "facilities" | "facility_availability" | "holidays" | "orders" | "order_tasks" | "casting" | "outsourcings";
            /** @description The row to open, where there is one */
            id: components["schemas"]["NullableId"];
            /** @description Open orders that it touches */
            order_count?: number;
            /** @description Of two that are one: what joins them */
            join?: components["schemas"]["MasterCheckJoin"];
        };
        /**
         * @example {
         *       "kind": "lots",
         *       "keep": 41,
         *       "drop": 77
         *     }
         */
        MasterCheckJoin: {
            /** @enum {string} */
            kind: "lots" | "products";
            /** @description The one with the longer spelling */
            keep: components["schemas"]["Id"];
            drop: components["schemas"]["Id"];
        };
        MasterCheckPage: {
            results: components["schemas"]["MasterCheckFinding"][];
        } & components["schemas"]["Page"];
        /**
         * @description partial: some files were refused; error: a step failed, its sentence stands in problems
         * @enum {string}
         */
        NightStatus: "running" | "complete" | "partial" | "error";
        /**
         * @example {
         *       "id": 7,
         *       "started_at": "2026-04-02T02:30:00+09:00",
         *       "finished_at": "2026-04-02T02:41:00+09:00",
         *       "status": "partial",
         *       "requested_by": "nightly",
         *       "requested_by_name": null,
         *       "file_count": 6,
         *       "failed_count": 1,
         *       "left_out_count": 3,
         *       "late_before_count": 23,
         *       "late_after_count": 19,
         *       "moved_count": 148,
         *       "acknowledged": false
         *     }
         */
        NightRow: {
            id: components["schemas"]["Id"];
            started_at: components["schemas"]["Instant"];
            finished_at: components["schemas"]["NullableInstant"];
            status: components["schemas"]["NightStatus"];
            /** @description Employee id, or the name of a program (cli, nightly) */
            requested_by: string;
            requested_by_name: string | null;
            /** @description null until it has ended */
            file_count: number | null;
            failed_count: number | null;
            left_out_count: number | null;
            late_before_count: number | null;
            /** @description null where no plan was made */
            late_after_count: number | null;
            moved_count: number | null;
            /** @description By the user who asks */
            acknowledged: boolean;
        };
        NightPage: {
            results: components["schemas"]["NightRow"][];
        } & components["schemas"]["Page"];
        Night: {
            /** @description What went wrong */
            problems: string[];
            progress: number;
            phase: string;
            /** @description In the order of import */
            files: components["schemas"]["NightFile"][];
            /** @description The first 200 left-out rows */
            left_out: components["schemas"]["NightLeftOut"][];
            /** @description What was said of a file as a whole */
            notes: components["schemas"]["NightNote"][];
            /** @description Late since this night, the latest first; at most 200 */
            newly_late: components["schemas"]["NightLate"][];
            /** @description No longer late, at most 200; none that has no place in the plan any more */
            resolved: components["schemas"]["NightLate"][];
            /** @description All of these */
            resolved_count: number;
            /** @description Late before the night and no longer in the plan whole: something of them has no place, or they were deleted; why, as reason; at most 200, none in a summary of an earlier version */
            lost: components["schemas"]["NightLate"][];
            still_late_count: number;
            moved: components["schemas"]["NightMoves"];
            /** @description Whether a run was completed */
            planned: boolean;
            workbooks: components["schemas"]["NightWorkbook"][];
        } & components["schemas"]["NightRow"];
        /**
         * @example {
         *       "name": "03-products.csv",
         *       "kind": "products",
         *       "outcome": "failed",
         *       "import_id": 88,
         *       "row_count": 0,
         *       "new_count": null,
         *       "changed_count": null,
         *       "deleted_count": null,
         *       "left_out_count": 0,
         *       "message": "「製品ｺｰﾄﾞ」の列が見つかりませんでした。"
         *     }
         */
        NightFile: {
            name: string;
            /** @description null for a file of no kind */
            kind: string | null;
            /**
             * @description left: it stayed in the inbox for the next night
             * @enum {string}
             */
            outcome: "done" | "failed" | "left";
            import_id: components["schemas"]["NullableId"];
            row_count: number | null;
            new_count: number | null;
            changed_count: number | null;
            /** @description Not in a summary of an earlier version */
            unchanged_count?: number | null;
            /** @description Not in a summary of an earlier version */
            deleted_count?: number | null;
            left_out_count: number | null;
            /** @description Why it was not taken in */
            message: string | null;
        };
        /**
         * @example {
         *       "import_id": 87,
         *       "kind": "orders",
         *       "row": 218,
         *       "reason": "行218「製品ｺｰﾄﾞ」: 「00412301」は製品に登録されていません。"
         *     }
         */
        NightLeftOut: {
            import_id: components["schemas"]["Id"];
            kind: string;
            row: number;
            reason: string;
        };
        /**
         * @example {
         *       "name": "08-orders.xlsx",
         *       "text": "合計行1件を読み飛ばしました(行1014)。"
         *     }
         */
        NightNote: {
            name: string;
            text: string;
        };
        /**
         * @example {
         *       "order_id": 288,
         *       "serial_number": "026X0288",
         *       "product_name": "台盤 L790",
         *       "late_days": 1,
         *       "reason": "3号焼ならし炉の炉待ち"
         *     }
         */
        NightLate: {
            order_id: components["schemas"]["Id"];
            serial_number: string;
            product_name: string;
            /** @description Of a resolved one: before the night */
            late_days: number;
            /** @description The main reason in a few words */
            reason?: string | null;
            /** @description The order is no more */
            deleted?: boolean;
        };
        NightMoves: {
            count: number;
            orders: components["schemas"]["MovedOrderCount"];
            /** @description By three days or more */
            far_count: number;
            moved_by: components["schemas"]["NullableMovedBy"];
            /** @description Fixed entries, which no run moves */
            locked_count: number;
            /** @description Nothing had changed, so that the plan stands as it was */
            unchanged: boolean;
            /** @description There was no plan before, so that nothing could move; false also for a night of a version that did not keep it */
            first_plan: boolean;
            /** @description Those that moved furthest, at most 50 */
            entries: {
                order_id: components["schemas"]["Id"];
                serial_number: string;
                /** @description Its order is no more */
                deleted?: boolean;
                lot_number: string;
                task_name: string;
                old_start: components["schemas"]["Instant"];
                new_start: components["schemas"]["Instant"];
                /** @description Later by so many days; earlier when negative */
                days: number;
            }[];
        };
        /**
         * @example {
         *       "file_type": "schedules",
         *       "file_name": "通常20260402.xlsx",
         *       "output_file": "/api/schedules/excels/12/",
         *       "message": null
         *     }
         */
        NightWorkbook: {
            file_type: string;
            file_name: string;
            /** @description Where it is downloaded; null where there is none */
            output_file: string | null;
            /** @description Why there is none, or why it is not in the outbox */
            message: string | null;
        };
        LatestNight: {
            /** @description Whether a worker keeps the timetable of nights */
            configured: boolean;
            next_at: components["schemas"]["NullableInstant"];
            /** @description When a night should have begun and did not */
            missed_at: components["schemas"]["NullableInstant"];
            running: boolean;
            /** @description Whether the night waits to be confirmed: by anybody, or the newest by the one who asks */
            waiting: boolean;
            /** @description Those after it that wait, too, the oldest first */
            newer: components["schemas"]["NightRow"][];
            /** @description The oldest that waits to be confirmed, else the newest that has ended */
            night: components["schemas"]["Night"] | null;
        };
    };
    responses: {
        /** @description An error: a field map (400) or `{"error"}` */
        Error: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The messages and the number of rows; no errors is success */
        Imported: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ImportAnswer"];
            };
        };
        /** @description The number of rows removed */
        Deleted: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeletedCount"];
            };
        };
    };
    parameters: {
        /** @description The id of a plan; absent, and the id of the published one, the published one */
        Plan: components["schemas"]["Id"];
        /** @description A day of the week, Monday to Sunday; without it today */
        WeekFrom: components["schemas"]["PlanDate"];
        /** @description As the summary names it: the code of a partner, else its name */
        Partner: string;
        /** @description A malformed or too large id is a 404 */
        Id: number;
        /** @description The version that was read; a stale one is a 409. Left out: nothing is compared, and the write is accepted */
        Version: number;
        /** @description Rows of a page; 100 when not given */
        Limit: number;
        /** @description Rows to skip; 0 when not given */
        Offset: number;
        /** @description `field` or `-field`; ties by id */
        Ordering: string;
        /** @description Comma list of ids */
        Ids: string;
        /** @description Comma list of order ids */
        OrderIds: string;
        /** @description Comma list of facility ids; `null` is none */
        FacilityIds: string;
        /** @description Comma list of product ids */
        ProductSearch: string;
        /** @description Comma list of facility ids; `null` is なし */
        FacilitySearch: string;
        /** @description Comma list of task names (as get_task_facilities has them) or ids */
        TaskSearch: string;
        /** @description Comma list of parts of the serial number */
        SerialNumberSearch: string;
        /** @description Part of the lot number */
        LotNumberSearch: string;
        /** @description Delivery date from, inclusive */
        FromDelivery: components["schemas"]["PlanDate"];
        /** @description Delivery date to, inclusive; not before from_delivery */
        ToDelivery: components["schemas"]["PlanDate"];
        /** @description First day, inclusive */
        FromDate: components["schemas"]["PlanDate"];
        /** @description Kind of workbook; `schedules` when not given */
        FileTypeSearch: components["schemas"]["FileType"];
        /** @description Of `schedules`: the boards alone, the list of tasks alone, or both when not given */
        WorkbookSheets: components["schemas"]["WorkbookSheets"];
        /** @description First day of the workbook; today when not given */
        FileStartDate: components["schemas"]["PlanDate"];
        /** @description Last day, inclusive; not before from_date */
        ToDate: components["schemas"]["PlanDate"];
        /** @description 1: no inactive rows */
        ActiveOnly: 0 | 1;
        /** @description 1: only undelivered orders with an unfinished entry in the plan */
        OpenOnly: 0 | 1;
        /** @description The whole value */
        PrioritySearch: components["schemas"]["OrderPriority"];
        /** @description By delivery date (without it), or by days late, the latest first; ties by delivery date, serial number, id */
        OrderOrdering: "delivery_date" | "-late_days";
        /** @description 1: also what the other filters do not match but takes a unit of a facility there: on `facility_ids`, `from_date` to `to_date`, of `order_ids`. Each entry then says by `unmatched` which it is */
        WithUnmatched: 0 | 1;
        /** @description 1: only entries with 工程開始 */
        LockedOnly: 0 | 1;
        /** @description Part of the product code */
        ProductCodeSearch: string;
        /** @description Part of the product name */
        ProductNameSearch: string;
        /** @description Part of the customer name */
        CustomerNameSearch: string;
        /** @description Part of the task code */
        TaskCodeSearch: string;
        /** @description Part of the task name */
        TaskNameSearch: string;
        /** @description Part of the facility code */
        FacilityCodeSearch: string;
        /** @description Part of the facility name */
        FacilityNameSearch: string;
        /** @description Part of the code */
        OutsourcingCodeSearch: string;
        /** @description Part of the name */
        NameSearch: string;
        /** @description Part of the employee id */
        EmployeeIdSearch: string;
        /** @description Part of the furigana */
        NameFuriganaSearch: string;
        /** @description The role, exact */
        PermissionSearch: components["schemas"]["Permission"];
        /** @description Casting date from, inclusive */
        CastingDateFrom: components["schemas"]["PlanDate"];
        /** @description Casting date to, inclusive */
        CastingDateTo: components["schemas"]["PlanDate"];
        /** @description 1: write nothing, say what would change */
        DryRun: 0 | 1;
        /** @description 1: leave the bad rows out and name them as warnings */
        SkipBadRows: 0 | 1;
        /** @description 1: give back every lost zero that a dry run would propose; `repairs` of the answer are those. A lot that is there with fewer zeros takes the spelling of the file */
        Repair: 0 | 1;
        /** @description 1: take in what would double something that is there but for zeros in front (追番 1 beside 01); without it such rows are errors */
        AsIs: 0 | 1;
        /** @description Of the file that the rows of a JSON body were read from, with rows taken out and sheet, so that the same file is recognised whichever way it came in. SHA-256 of its bytes followed by `[[12,13],"Sheet1"]` in UTF-8 */
        ContentHash: string;
        /** @description The file that the rows of a JSON body were read from; for the history */
        FileName: string;
        /** @description The same key and body give the same answer for 24 h at least, another body 409 */
        IdempotencyKey: string;
    };
    requestBodies: {
        /** @description The version that was read, which may be left out, and so may the whole body; other fields are ignored */
        Version: {
            content: {
                "application/json": components["schemas"]["VersionBody"];
            };
        };
        /** @description The step that is meant; without it whichever is next */
        Step: {
            content: {
                "application/json": components["schemas"]["StepBody"];
            };
        };
        Import: {
            content: {
                "application/json": components["schemas"]["ImportRows"];
                "multipart/form-data": components["schemas"]["ImportFile"];
            };
        };
    };
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            /** @description The bearer token */
            200: {
                headers: {
                    /** @description known-browser, HttpOnly */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    changeOwnPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description The bearer token of the session that goes on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetRequest"];
            };
        };
        responses: {
            /** @description Filed, or nobody by that id */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listPasswordResetRequests: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description `field` or `-field`; ties by id */
                ordering?: components["parameters"]["Ordering"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordResetRequestPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    validateResetToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetToken"];
            };
        };
        responses: {
            /** @description It is good */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetTokenState"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    confirmPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetConfirm"];
            };
        };
        responses: {
            /** @description Changed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getToday: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                facility?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the facility does */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Today"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listTerminals: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TerminalPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createTerminal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TerminalForm"];
            };
        };
        responses: {
            /** @description The terminal */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Terminal"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteTerminal: {
        parameters: {
            query?: {
                /** @description The version that was read; a stale one is a 409. Left out: nothing is compared, and the write is accepted */
                version?: components["parameters"]["Version"];
            };
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateTerminal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TerminalChange"];
            };
        };
        responses: {
            /** @description The terminal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Terminal"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createTerminalCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TerminalCode"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    pairTerminal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TerminalPairing"];
            };
        };
        responses: {
            /** @description The terminal and its token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PairedTerminal"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getOwnTerminal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its name and facilities */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnTerminal"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    postMark: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Tap"];
            };
        };
        responses: {
            /** @description What became of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TapAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["PlantEvent"] | components["schemas"]["StreamReady"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ready"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listSchedules: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description `field` or `-field`; ties by id */
                ordering?: components["parameters"]["Ordering"];
                /** @description Comma list of order ids */
                order_ids?: components["parameters"]["OrderIds"];
                /** @description Comma list of parts of the serial number */
                serial_number_search?: components["parameters"]["SerialNumberSearch"];
                /** @description Comma list of product ids */
                product_search?: components["parameters"]["ProductSearch"];
                /** @description Comma list of task names (as get_task_facilities has them) or ids */
                task_search?: components["parameters"]["TaskSearch"];
                /** @description Comma list of facility ids; `null` is なし */
                facility_search?: components["parameters"]["FacilitySearch"];
                /** @description Delivery date from, inclusive */
                from_delivery?: components["parameters"]["FromDelivery"];
                /** @description Delivery date to, inclusive; not before from_delivery */
                to_delivery?: components["parameters"]["ToDelivery"];
                /** @description 1: no inactive rows */
                active_only?: components["parameters"]["ActiveOnly"];
                /** @description 1: only undelivered orders with an unfinished entry in the plan */
                open_only?: components["parameters"]["OpenOnly"];
                /** @description 1: only entries with 工程開始 */
                locked_only?: components["parameters"]["LockedOnly"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleEntryPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    runSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RunRequest"];
            };
        };
        responses: {
            /** @description The queue entry */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunAccepted"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getRunSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunSettings"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    countMovable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: number;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listFacilitySchedules: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description `field` or `-field`; ties by id */
                ordering?: components["parameters"]["Ordering"];
                /** @description Comma list of order ids */
                order_ids?: components["parameters"]["OrderIds"];
                /** @description Comma list of facility ids; `null` is none */
                facility_ids?: components["parameters"]["FacilityIds"];
                /** @description Comma list of parts of the serial number */
                serial_number_search?: components["parameters"]["SerialNumberSearch"];
                /** @description Comma list of product ids */
                product_search?: components["parameters"]["ProductSearch"];
                /** @description Comma list of task names (as get_task_facilities has them) or ids */
                task_search?: components["parameters"]["TaskSearch"];
                /** @description Comma list of facility ids; `null` is なし */
                facility_search?: components["parameters"]["FacilitySearch"];
                /** @description Delivery date from, inclusive */
                from_delivery?: components["parameters"]["FromDelivery"];
                /** @description Delivery date to, inclusive; not before from_delivery */
                to_delivery?: components["parameters"]["ToDelivery"];
                /** @description First day, inclusive */
                from_date?: components["parameters"]["FromDate"];
                /** @description Last day, inclusive; not before from_date */
                to_date?: components["parameters"]["ToDate"];
                /** @description 1: no inactive rows */
                active_only?: components["parameters"]["ActiveOnly"];
                /** @description 1: only undelivered orders with an unfinished entry in the plan */
                open_only?: components["parameters"]["OpenOnly"];
                /** @description 1: also what the other filters do not match but takes a unit of a facility there: on `facility_ids`, `from_date` to `to_date`, of `order_ids`. Each entry then says by `unmatched` which it is */
                with_unmatched?: components["parameters"]["WithUnmatched"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleEntryPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    downloadExcelGantt: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description Kind of workbook; `schedules` when not given */
                file_type?: components["parameters"]["FileTypeSearch"];
                /** @description First day of the workbook; today when not given */
                file_start_date?: components["parameters"]["FileStartDate"];
                /** @description Of `schedules`: the boards alone, the list of tasks alone, or both when not given */
                sheets?: components["parameters"]["WorkbookSheets"];
                /** @description Comma list of order ids */
                order_ids?: components["parameters"]["OrderIds"];
                /** @description Comma list of facility ids; `null` is none */
                facility_ids?: components["parameters"]["FacilityIds"];
                /** @description Comma list of parts of the serial number */
                serial_number_search?: components["parameters"]["SerialNumberSearch"];
                /** @description Comma list of product ids */
                product_search?: components["parameters"]["ProductSearch"];
                /** @description Comma list of task names (as get_task_facilities has them) or ids */
                task_search?: components["parameters"]["TaskSearch"];
                /** @description Comma list of facility ids; `null` is なし */
                facility_search?: components["parameters"]["FacilitySearch"];
                /** @description Delivery date from, inclusive */
                from_delivery?: components["parameters"]["FromDelivery"];
                /** @description Delivery date to, inclusive; not before from_delivery */
                to_delivery?: components["parameters"]["ToDelivery"];
                /** @description 1: no inactive rows */
                active_only?: components["parameters"]["ActiveOnly"];
                /** @description 1: only undelivered orders with an unfinished entry in the plan */
                open_only?: components["parameters"]["OpenOnly"];
                /** @description As the summary names it: the code of a partner, else its name */
                partner?: components["parameters"]["Partner"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            /** @description The record; its file follows */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExcelFile"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getWorkbookPages: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description First day of the workbook; today when not given */
                file_start_date?: components["parameters"]["FileStartDate"];
                /** @description Comma list of order ids */
                order_ids?: components["parameters"]["OrderIds"];
                /** @description Comma list of facility ids; `null` is none */
                facility_ids?: components["parameters"]["FacilityIds"];
                /** @description Comma list of parts of the serial number */
                serial_number_search?: components["parameters"]["SerialNumberSearch"];
                /** @description Comma list of product ids */
                product_search?: components["parameters"]["ProductSearch"];
                /** @description Comma list of task names (as get_task_facilities has them) or ids */
                task_search?: components["parameters"]["TaskSearch"];
                /** @description Comma list of facility ids; `null` is なし */
                facility_search?: components["parameters"]["FacilitySearch"];
                /** @description Delivery date from, inclusive */
                from_delivery?: components["parameters"]["FromDelivery"];
                /** @description Delivery date to, inclusive; not before from_delivery */
                to_delivery?: components["parameters"]["ToDelivery"];
                /** @description 1: no inactive rows */
                active_only?: components["parameters"]["ActiveOnly"];
                /** @description 1: only undelivered orders with an unfinished entry in the plan */
                open_only?: components["parameters"]["OpenOnly"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Pages of the boards and of the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkbookPages"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listExcels: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExcelFilePage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getExcelFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getScheduleOrderInfo: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description Comma list of order ids */
                order_ids?: components["parameters"]["OrderIds"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A map by order id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleOrderInfoMap"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getScheduleOverview: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan as it stands */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleOverview"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listLateOrders: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description Comma list of order ids */
                order_ids?: components["parameters"]["OrderIds"];
                /** @description The late order that is looked at by this bar, if there is one */
                entry_id?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LateScheduleOrderPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listScheduleConflicts: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleConflictPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getLateness: {
        parameters: {
            query: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                order_id: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order; no cause, parts or wait where it is not late, or where the newest complete run did not know it to be */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderLateness"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listMisfits: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MisfitPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getAdvice: {
        parameters: {
            query: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                order_id: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The advice; null what does not help */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Advice"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getScheduleDetails: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
            };
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The details */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleDetails"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listFurnaceRuns: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description Comma list of facility ids; `null` is none */
                facility_ids?: components["parameters"]["FacilityIds"];
                /** @description First day, inclusive */
                from_date?: components["parameters"]["FromDate"];
                /** @description Last day, inclusive; not before from_date */
                to_date?: components["parameters"]["ToDate"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FurnaceRunPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getFurnaceRun: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
            };
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The furnace run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FurnaceRun"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getSchedulePlace: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description By delivery date (without it), or by days late, the latest first; ties by delivery date, serial number, id */
                ordering?: components["parameters"]["OrderOrdering"];
                /** @description Comma list of parts of the serial number */
                serial_number_search?: components["parameters"]["SerialNumberSearch"];
                /** @description Comma list of product ids */
                product_search?: components["parameters"]["ProductSearch"];
                /** @description Comma list of task names (as get_task_facilities has them) or ids */
                task_search?: components["parameters"]["TaskSearch"];
                /** @description Comma list of facility ids; `null` is なし */
                facility_search?: components["parameters"]["FacilitySearch"];
                /** @description Delivery date from, inclusive */
                from_delivery?: components["parameters"]["FromDelivery"];
                /** @description Delivery date to, inclusive; not before from_delivery */
                to_delivery?: components["parameters"]["ToDelivery"];
                /** @description 1: no inactive rows */
                active_only?: components["parameters"]["ActiveOnly"];
                /** @description 1: only undelivered orders with an unfinished entry in the plan */
                open_only?: components["parameters"]["OpenOnly"];
            };
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The place */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchedulePlace"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    findInSchedule: {
        parameters: {
            query: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description Part of a serial number (with its lot, too), of the code or name of a product or facility; blind to case, width and kana */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleFound"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    addSchedule: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description 1: write nothing, say what would change */
                dry_run?: components["parameters"]["DryRun"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddScheduleForm"];
            };
        };
        responses: {
            /** @description The entry, then others changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleWriteAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getFreeTime: {
        parameters: {
            query: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description Absent: no facility, the plant is open */
                facility?: components["schemas"]["Id"];
                /** @description From this day on */
                from_date: components["schemas"]["PlanDate"];
                /** @description From this clock time on; 00:00 when not given */
                from_hour?: components["schemas"]["Clock"];
                /** @description The order task to plan, or task_id */
                order_task?: components["schemas"]["Id"];
                task_id?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Start and end; both null where there is none within half a year */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FreeTime"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    lockOrder: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LockOrders"];
            };
        };
        responses: {
            /** @description Every entry of the orders */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleWriteAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    unlockOrder: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LockOrders"];
            };
        };
        responses: {
            /** @description Every entry of the orders */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleWriteAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    setWorkTime: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkTime"];
            };
        };
        responses: {
            /** @description The entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleWriteAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    moveSchedules: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Moves"];
            };
        };
        responses: {
            /** @description The entries moved, then others changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleWriteAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteSchedules: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Removals"];
            };
        };
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getSurroundings: {
        parameters: {
            query: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description Comma list of the ids of at most 200 bars */
                entry_ids: string;
                /** @description First day of the board */
                from_date: components["schemas"]["PlanDate"];
                /** @description Last day of the board */
                to_date: components["schemas"]["PlanDate"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The surroundings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Surroundings"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getScheduleHistory: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The two ends of the user's steps since the plan was made */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleHistory"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    undoSchedule: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Step"];
        responses: {
            /** @description What was taken back */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoreAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    redoSchedule: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Step"];
        responses: {
            /** @description What was done again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoreAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    modifySchedule: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskForm"];
            };
        };
        responses: {
            /** @description The entry, then others changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleWriteAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    modifyFacilitySchedule: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskForm"];
            };
        };
        responses: {
            /** @description The entry, then others changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleWriteAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteSchedule: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description The version that was read; a stale one is a 409. Left out: nothing is compared, and the write is accepted */
                version?: components["parameters"]["Version"];
            };
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Version"];
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    deleteFacilitySchedule: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description The version that was read; a stale one is a 409. Left out: nothing is compared, and the write is accepted */
                version?: components["parameters"]["Version"];
            };
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Version"];
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    switchLockStatus: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Version"];
        responses: {
            /** @description The entry */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LockedEntry"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listScheduleOrders: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description By delivery date (without it), or by days late, the latest first; ties by delivery date, serial number, id */
                ordering?: components["parameters"]["OrderOrdering"];
                /** @description Comma list of parts of the serial number */
                serial_number_search?: components["parameters"]["SerialNumberSearch"];
                /** @description Comma list of product ids */
                product_search?: components["parameters"]["ProductSearch"];
                /** @description Comma list of task names (as get_task_facilities has them) or ids */
                task_search?: components["parameters"]["TaskSearch"];
                /** @description Comma list of facility ids; `null` is なし */
                facility_search?: components["parameters"]["FacilitySearch"];
                /** @description Delivery date from, inclusive */
                from_delivery?: components["parameters"]["FromDelivery"];
                /** @description Delivery date to, inclusive; not before from_delivery */
                to_delivery?: components["parameters"]["ToDelivery"];
                /** @description 1: no inactive rows */
                active_only?: components["parameters"]["ActiveOnly"];
                /** @description 1: only undelivered orders with an unfinished entry in the plan */
                open_only?: components["parameters"]["OpenOnly"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of order ids */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listScheduleFacilities: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description Comma list of parts of the serial number */
                serial_number_search?: components["parameters"]["SerialNumberSearch"];
                /** @description Comma list of product ids */
                product_search?: components["parameters"]["ProductSearch"];
                /** @description Comma list of task names (as get_task_facilities has them) or ids */
                task_search?: components["parameters"]["TaskSearch"];
                /** @description Comma list of facility ids; `null` is なし */
                facility_search?: components["parameters"]["FacilitySearch"];
                /** @description Delivery date from, inclusive */
                from_delivery?: components["parameters"]["FromDelivery"];
                /** @description Delivery date to, inclusive; not before from_delivery */
                to_delivery?: components["parameters"]["ToDelivery"];
                /** @description First day, inclusive */
                from_date?: components["parameters"]["FromDate"];
                /** @description Last day, inclusive; not before from_date */
                to_date?: components["parameters"]["ToDate"];
                /** @description 1: no inactive rows */
                active_only?: components["parameters"]["ActiveOnly"];
                /** @description 1: only undelivered orders with an unfinished entry in the plan */
                open_only?: components["parameters"]["OpenOnly"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of facility ids */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NullableIdPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listScheduleLoads: {
        parameters: {
            query: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description facility_code when not given */
                ordering?: "facility_code" | "-load";
                /** @description Days from from_date on that `rate` speaks of; all when not given */
                rate_days?: number;
                /** @description First day, inclusive */
                from_date: components["schemas"]["PlanDate"];
                /** @description Last day, inclusive; 366 days at most */
                to_date: components["schemas"]["PlanDate"];
                /** @description Comma list of parts of the serial number */
                serial_number_search?: components["parameters"]["SerialNumberSearch"];
                /** @description Comma list of product ids */
                product_search?: components["parameters"]["ProductSearch"];
                /** @description Comma list of task names (as get_task_facilities has them) or ids */
                task_search?: components["parameters"]["TaskSearch"];
                /** @description Comma list of facility ids; `null` is なし */
                facility_search?: components["parameters"]["FacilitySearch"];
                /** @description Delivery date from, inclusive */
                from_delivery?: components["parameters"]["FromDelivery"];
                /** @description Delivery date to, inclusive; not before from_delivery */
                to_delivery?: components["parameters"]["ToDelivery"];
                /** @description 1: no inactive rows */
                active_only?: components["parameters"]["ActiveOnly"];
                /** @description 1: only undelivered orders with an unfinished entry in the plan */
                open_only?: components["parameters"]["OpenOnly"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of facilities */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FacilityLoadPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listScheduleQueues: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleQueuePage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    hasPendingSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The flag */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pending"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getRunReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report; null where none is kept */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunReportAnswer"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getRunMoves: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bars that are still there; a bar that was moved by hand since stands elsewhere */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunMoves"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    closeRunReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Noted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getFormerPlaces: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description The id of the other plan; the one that stood before when not given */
                with?: components["schemas"]["Id"];
                /** @description Comma list of order ids */
                order_ids?: components["parameters"]["OrderIds"];
                /** @description Comma list of facility ids; `null` is none */
                facility_ids?: components["parameters"]["FacilityIds"];
                /** @description First day, inclusive */
                from_date?: components["parameters"]["FromDate"];
                /** @description Last day, inclusive; not before from_date */
                to_date?: components["parameters"]["ToDate"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The places; none where neither orders nor facilities are given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormerPlaces"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    cancelScheduleQueue: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queue entry */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleQueue"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listPlans: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description Of one kind alone */
                kind?: components["schemas"]["PlanKind"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    adoptPlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Adoption"];
            };
        };
        responses: {
            /** @description The published plan */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    comparePlans: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description The ids of the other plans; the published one when not given */
                with?: components["schemas"]["Id"][];
                /** @description The id of the compared plan whose orders are told */
                of?: components["schemas"]["Id"];
                /** @description Of the orders of `of` those alone that ship earlier or later than in the base, are no longer late, or newly late */
                effect?: "earlier" | "later" | "no_longer_late" | "newly_late";
                /** @description Which orders come first: those that lose most by the plan, or those that gain most; those that lose when not given */
                first?: "losing" | "gaining";
            };
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, and a page of the orders that differ */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanComparison"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createScenario: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewScenario"];
            };
        };
        responses: {
            /** @description The scenario */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    dropScenario: {
        parameters: {
            query?: {
                /** @description The version that was read; a stale one is a 409. Left out: nothing is compared, and the write is accepted */
                version?: components["parameters"]["Version"];
            };
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Version"];
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    changeScenario: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScenarioFields"];
            };
        };
        responses: {
            /** @description The scenario */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    planScenario: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ScenarioRun"];
            };
        };
        responses: {
            /** @description The scenario, which is being planned */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    cancelScenario: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scenario */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listProposals: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Of the published plan, and what came of those that were adopted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposals"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    tryProposal: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposalTry"];
            };
        };
        responses: {
            /** @description The scenario */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listPromises: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description Only those that somebody wants to be held, the oldest wish first */
                wanted?: boolean;
                /** @description Only those of which something is kept now, what expires first before others */
                kept?: boolean;
                /** @description Only those that wait for somebody: wanted to be held, held until today or tomorrow, or held and broken. Who may not hold days is given his own questions, without the wanted ones */
                attention?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromisePage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    askPromise: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromiseQuestion"];
            };
        };
        responses: {
            /** @description The answers as far as they are known */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Promise"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getPromise: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The question and its answers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Promise"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    wantPromise: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromiseWanted"];
            };
        };
        responses: {
            /** @description The question and its answers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Promise"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    keepPromise: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromiseHold"];
            };
        };
        responses: {
            /** @description The provisional orders */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProvisionalOrders"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    extendPromise: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromiseExtension"];
            };
        };
        responses: {
            /** @description The question and its answers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Promise"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    releasePromise: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromiseLines"];
            };
        };
        responses: {
            /** @description The question and its answers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Promise"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    fulfilPromise: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromiseFulfilment"];
            };
        };
        responses: {
            /** @description The question and its answers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Promise"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listRoutings: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoutingPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listScheduleErrors: {
        parameters: {
            query?: {
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleErrorPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listActuals: {
        parameters: {
            query?: {
                /** @description First day, inclusive */
                from_date?: components["parameters"]["FromDate"];
                /** @description Last day, inclusive; not before from_date */
                to_date?: components["parameters"]["ToDate"];
                /** @description Ids separated by commas */
                order_id?: string;
                /** @description Ids separated by commas */
                facility_id?: string;
                /** @description `field` or `-field`; ties by id */
                ordering?: components["parameters"]["Ordering"];
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, the newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActualPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getFigures: {
        parameters: {
            query?: {
                /** @description this_week when not given; range (the given days) when from_date and to_date are */
                period?: "this_week" | "last_week" | "this_month" | "range";
                /** @description First day, inclusive */
                from_date?: components["parameters"]["FromDate"];
                /** @description Last day, inclusive; not before from_date */
                to_date?: components["parameters"]["ToDate"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Figures"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listTasks: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description `field` or `-field`; ties by id */
                ordering?: components["parameters"]["Ordering"];
                /** @description Comma list of ids */
                ids?: components["parameters"]["Ids"];
                /** @description Part of the task code */
                task_code_search?: components["parameters"]["TaskCodeSearch"];
                /** @description Part of the task name */
                task_name_search?: components["parameters"]["TaskNameSearch"];
                /** @description 1: no inactive rows */
                active_only?: components["parameters"]["ActiveOnly"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createTask: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskCreate"];
            };
        };
        responses: {
            /** @description The row */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The row */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    updateTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskFields"];
            };
        };
        responses: {
            /** @description The row */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    importTasks: {
        parameters: {
            query?: {
                /** @description 1: write nothing, say what would change */
                dry_run?: components["parameters"]["DryRun"];
                /** @description 1: leave the bad rows out and name them as warnings */
                skip_bad_rows?: components["parameters"]["SkipBadRows"];
                /** @description The file that the rows of a JSON body were read from; for the history */
                file_name?: components["parameters"]["FileName"];
                /** @description Of the file that the rows of a JSON body were read from, with rows taken out and sheet, so that the same file is recognised whichever way it came in. SHA-256 of its bytes followed by `[[12,13],"Sheet1"]` in UTF-8 */
                content_hash?: components["parameters"]["ContentHash"];
                /** @description 1: give back every lost zero that a dry run would propose; `repairs` of the answer are those. A lot that is there with fewer zeros takes the spelling of the file */
                repair?: components["parameters"]["Repair"];
                /** @description 1: take in what would double something that is there but for zeros in front (追番 1 beside 01); without it such rows are errors */
                as_is?: components["parameters"]["AsIs"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Import"];
        responses: {
            200: components["responses"]["Imported"];
            default: components["responses"]["Error"];
        };
    };
    getTaskFacilities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A bare map */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "焼入": [
                     *         {
                     *           "name": "1号焼入炉",
                     *           "value": 12
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ChoiceMap"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description `field` or `-field`; ties by id */
                ordering?: components["parameters"]["Ordering"];
                /** @description Comma list of ids */
                ids?: components["parameters"]["Ids"];
                /** @description Part of the product code */
                product_code_search?: components["parameters"]["ProductCodeSearch"];
                /** @description Part of the product name */
                product_name_search?: components["parameters"]["ProductNameSearch"];
                /** @description Part of the customer name */
                customer_name_search?: components["parameters"]["CustomerNameSearch"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductCreate"];
            };
        };
        responses: {
            /** @description The row */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The row */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteProduct: {
        parameters: {
            query?: {
                /** @description The version that was read; a stale one is a 409. Left out: nothing is compared, and the write is accepted */
                version?: components["parameters"]["Version"];
            };
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Version"];
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductFields"];
            };
        };
        responses: {
            /** @description The row */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    importProducts: {
        parameters: {
            query?: {
                /** @description 1: write nothing, say what would change */
                dry_run?: components["parameters"]["DryRun"];
                /** @description 1: leave the bad rows out and name them as warnings */
                skip_bad_rows?: components["parameters"]["SkipBadRows"];
                /** @description The file that the rows of a JSON body were read from; for the history */
                file_name?: components["parameters"]["FileName"];
                /** @description Of the file that the rows of a JSON body were read from, with rows taken out and sheet, so that the same file is recognised whichever way it came in. SHA-256 of its bytes followed by `[[12,13],"Sheet1"]` in UTF-8 */
                content_hash?: components["parameters"]["ContentHash"];
                /** @description 1: give back every lost zero that a dry run would propose; `repairs` of the answer are those. A lot that is there with fewer zeros takes the spelling of the file */
                repair?: components["parameters"]["Repair"];
                /** @description 1: take in what would double something that is there but for zeros in front (追番 1 beside 01); without it such rows are errors */
                as_is?: components["parameters"]["AsIs"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Import"];
        responses: {
            200: components["responses"]["Imported"];
            default: components["responses"]["Error"];
        };
    };
    importHeatTreatments: {
        parameters: {
            query?: {
                /** @description 1: write nothing, say what would change */
                dry_run?: components["parameters"]["DryRun"];
                /** @description 1: leave the bad rows out and name them as warnings */
                skip_bad_rows?: components["parameters"]["SkipBadRows"];
                /** @description The file that the rows of a JSON body were read from; for the history */
                file_name?: components["parameters"]["FileName"];
                /** @description Of the file that the rows of a JSON body were read from, with rows taken out and sheet, so that the same file is recognised whichever way it came in. SHA-256 of its bytes followed by `[[12,13],"Sheet1"]` in UTF-8 */
                content_hash?: components["parameters"]["ContentHash"];
                /** @description 1: give back every lost zero that a dry run would propose; `repairs` of the answer are those. A lot that is there with fewer zeros takes the spelling of the file */
                repair?: components["parameters"]["Repair"];
                /** @description 1: take in what would double something that is there but for zeros in front (追番 1 beside 01); without it such rows are errors */
                as_is?: components["parameters"]["AsIs"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Import"];
        responses: {
            200: components["responses"]["Imported"];
            default: components["responses"]["Error"];
        };
    };
    getCustomerProducts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A bare map */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "みなと重機": [
                     *         {
                     *           "name": "羽根車 400A",
                     *           "value": 31
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ChoiceMap"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getProductDemoldings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A bare list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDemolding"][];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description `field` or `-field`; ties by id */
                ordering?: components["parameters"]["Ordering"];
                /** @description Comma list of ids */
                ids?: components["parameters"]["Ids"];
                /** @description Comma list of parts of the serial number */
                serial_number_search?: components["parameters"]["SerialNumberSearch"];
                /** @description Part of the product code */
                product_code_search?: components["parameters"]["ProductCodeSearch"];
                /** @description Part of the product name */
                product_name_search?: components["parameters"]["ProductNameSearch"];
                /** @description The whole value */
                priority_search?: components["parameters"]["PrioritySearch"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDetail"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    deleteLot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    deleteCasting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    setOrderPriority: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetOrderPriority"];
            };
        };
        responses: {
            /** @description How many of them had another one */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changed": 1
                     *     }
                     */
                    "application/json": {
                        changed: number;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getEligibleFacilities: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A bare list, by task code */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EligibleFacilities"][];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    importOrders: {
        parameters: {
            query?: {
                /** @description 1: write nothing, say what would change */
                dry_run?: components["parameters"]["DryRun"];
                /** @description 1: leave the bad rows out and name them as warnings */
                skip_bad_rows?: components["parameters"]["SkipBadRows"];
                /** @description The file that the rows of a JSON body were read from; for the history */
                file_name?: components["parameters"]["FileName"];
                /** @description Of the file that the rows of a JSON body were read from, with rows taken out and sheet, so that the same file is recognised whichever way it came in. SHA-256 of its bytes followed by `[[12,13],"Sheet1"]` in UTF-8 */
                content_hash?: components["parameters"]["ContentHash"];
                /** @description 1: give back every lost zero that a dry run would propose; `repairs` of the answer are those. A lot that is there with fewer zeros takes the spelling of the file */
                repair?: components["parameters"]["Repair"];
                /** @description 1: take in what would double something that is there but for zeros in front (追番 1 beside 01); without it such rows are errors */
                as_is?: components["parameters"]["AsIs"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Import"];
        responses: {
            200: components["responses"]["Imported"];
            default: components["responses"]["Error"];
        };
    };
    deleteAllOrders: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Deleted"];
            default: components["responses"]["Error"];
        };
    };
    listOrderTasks: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description `field` or `-field`; ties by id */
                ordering?: components["parameters"]["Ordering"];
                /** @description Comma list of order ids */
                order_ids?: components["parameters"]["OrderIds"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderTaskPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    importOrderTasks: {
        parameters: {
            query?: {
                /** @description 1: write nothing, say what would change */
                dry_run?: components["parameters"]["DryRun"];
                /** @description 1: leave the bad rows out and name them as warnings */
                skip_bad_rows?: components["parameters"]["SkipBadRows"];
                /** @description The file that the rows of a JSON body were read from; for the history */
                file_name?: components["parameters"]["FileName"];
                /** @description Of the file that the rows of a JSON body were read from, with rows taken out and sheet, so that the same file is recognised whichever way it came in. SHA-256 of its bytes followed by `[[12,13],"Sheet1"]` in UTF-8 */
                content_hash?: components["parameters"]["ContentHash"];
                /** @description 1: give back every lost zero that a dry run would propose; `repairs` of the answer are those. A lot that is there with fewer zeros takes the spelling of the file */
                repair?: components["parameters"]["Repair"];
                /** @description 1: take in what would double something that is there but for zeros in front (追番 1 beside 01); without it such rows are errors */
                as_is?: components["parameters"]["AsIs"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Import"];
        responses: {
            200: components["responses"]["Imported"];
            default: components["responses"]["Error"];
        };
    };
    deleteAllOrderTasks: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Deleted"];
            default: components["responses"]["Error"];
        };
    };
    getDeliveryDates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A bare map */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "501": "2026-06-30"
                     *     }
                     */
                    "application/json": components["schemas"]["DateMap"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listCastings: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description `field` or `-field`; ties by id */
                ordering?: components["parameters"]["Ordering"];
                /** @description Comma list of parts of the serial number */
                serial_number_search?: components["parameters"]["SerialNumberSearch"];
                /** @description Part of the lot number */
                lot_number_search?: components["parameters"]["LotNumberSearch"];
                /** @description Comma list of order ids */
                order_ids?: components["parameters"]["OrderIds"];
                /** @description Casting date from, inclusive */
                casting_date_gte_search?: components["parameters"]["CastingDateFrom"];
                /** @description Casting date to, inclusive */
                casting_date_lte_search?: components["parameters"]["CastingDateTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CastingPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    importCastings: {
        parameters: {
            query?: {
                /** @description 1: write nothing, say what would change */
                dry_run?: components["parameters"]["DryRun"];
                /** @description 1: leave the bad rows out and name them as warnings */
                skip_bad_rows?: components["parameters"]["SkipBadRows"];
                /** @description The file that the rows of a JSON body were read from; for the history */
                file_name?: components["parameters"]["FileName"];
                /** @description Of the file that the rows of a JSON body were read from, with rows taken out and sheet, so that the same file is recognised whichever way it came in. SHA-256 of its bytes followed by `[[12,13],"Sheet1"]` in UTF-8 */
                content_hash?: components["parameters"]["ContentHash"];
                /** @description 1: give back every lost zero that a dry run would propose; `repairs` of the answer are those. A lot that is there with fewer zeros takes the spelling of the file */
                repair?: components["parameters"]["Repair"];
                /** @description 1: take in what would double something that is there but for zeros in front (追番 1 beside 01); without it such rows are errors */
                as_is?: components["parameters"]["AsIs"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Import"];
        responses: {
            200: components["responses"]["Imported"];
            default: components["responses"]["Error"];
        };
    };
    deleteAllCastings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Deleted"];
            default: components["responses"]["Error"];
        };
    };
    listFacilities: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description `field` or `-field`; ties by id */
                ordering?: components["parameters"]["Ordering"];
                /** @description Comma list of ids */
                ids?: components["parameters"]["Ids"];
                /** @description Part of the facility code */
                facility_code_search?: components["parameters"]["FacilityCodeSearch"];
                /** @description Part of the facility name */
                facility_name_search?: components["parameters"]["FacilityNameSearch"];
                /** @description Part of the task name */
                task_name_search?: components["parameters"]["TaskNameSearch"];
                /** @description 1: no inactive rows */
                active_only?: components["parameters"]["ActiveOnly"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FacilityPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createFacility: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FacilityCreate"];
            };
        };
        responses: {
            /** @description The row */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Facility"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getFacility: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The row */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Facility"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteFacility: {
        parameters: {
            query?: {
                /** @description The version that was read; a stale one is a 409. Left out: nothing is compared, and the write is accepted */
                version?: components["parameters"]["Version"];
            };
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Version"];
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateFacility: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FacilityFields"];
            };
        };
        responses: {
            /** @description The row */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Facility"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    importFacilities: {
        parameters: {
            query?: {
                /** @description 1: write nothing, say what would change */
                dry_run?: components["parameters"]["DryRun"];
                /** @description 1: leave the bad rows out and name them as warnings */
                skip_bad_rows?: components["parameters"]["SkipBadRows"];
                /** @description The file that the rows of a JSON body were read from; for the history */
                file_name?: components["parameters"]["FileName"];
                /** @description Of the file that the rows of a JSON body were read from, with rows taken out and sheet, so that the same file is recognised whichever way it came in. SHA-256 of its bytes followed by `[[12,13],"Sheet1"]` in UTF-8 */
                content_hash?: components["parameters"]["ContentHash"];
                /** @description 1: give back every lost zero that a dry run would propose; `repairs` of the answer are those. A lot that is there with fewer zeros takes the spelling of the file */
                repair?: components["parameters"]["Repair"];
                /** @description 1: take in what would double something that is there but for zeros in front (追番 1 beside 01); without it such rows are errors */
                as_is?: components["parameters"]["AsIs"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Import"];
        responses: {
            200: components["responses"]["Imported"];
            default: components["responses"]["Error"];
        };
    };
    getAvailability: {
        parameters: {
            query: {
                /** @description First day, inclusive */
                from_date: components["schemas"]["PlanDate"];
                /** @description Last day, inclusive */
                to_date: components["schemas"]["PlanDate"];
                /** @description Part of the facility code */
                facility_code_search?: components["parameters"]["FacilityCodeSearch"];
                /** @description Part of the facility name */
                facility_name_search?: components["parameters"]["FacilityNameSearch"];
                /** @description Part of the task name */
                task_name_search?: components["parameters"]["TaskNameSearch"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A bare map */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityMap"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    setAvailability: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AvailabilityChange"];
            };
        };
        responses: {
            /** @description What is in force now on the days named */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityMap"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listOutsourcings: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description `field` or `-field`; ties by id */
                ordering?: components["parameters"]["Ordering"];
                /** @description Comma list of ids */
                ids?: components["parameters"]["Ids"];
                /** @description Part of the code */
                outsourcing_code_search?: components["parameters"]["OutsourcingCodeSearch"];
                /** @description Part of the name */
                name_search?: components["parameters"]["NameSearch"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutsourcingPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createOutsourcing: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OutsourcingCreate"];
            };
        };
        responses: {
            /** @description The row */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outsourcing"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getOutsourcing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The row */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outsourcing"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteOutsourcing: {
        parameters: {
            query?: {
                /** @description The version that was read; a stale one is a 409. Left out: nothing is compared, and the write is accepted */
                version?: components["parameters"]["Version"];
            };
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Version"];
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateOutsourcing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OutsourcingFields"];
            };
        };
        responses: {
            /** @description The row */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outsourcing"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    importOutsourcings: {
        parameters: {
            query?: {
                /** @description 1: write nothing, say what would change */
                dry_run?: components["parameters"]["DryRun"];
                /** @description 1: leave the bad rows out and name them as warnings */
                skip_bad_rows?: components["parameters"]["SkipBadRows"];
                /** @description The file that the rows of a JSON body were read from; for the history */
                file_name?: components["parameters"]["FileName"];
                /** @description Of the file that the rows of a JSON body were read from, with rows taken out and sheet, so that the same file is recognised whichever way it came in. SHA-256 of its bytes followed by `[[12,13],"Sheet1"]` in UTF-8 */
                content_hash?: components["parameters"]["ContentHash"];
                /** @description 1: give back every lost zero that a dry run would propose; `repairs` of the answer are those. A lot that is there with fewer zeros takes the spelling of the file */
                repair?: components["parameters"]["Repair"];
                /** @description 1: take in what would double something that is there but for zeros in front (追番 1 beside 01); without it such rows are errors */
                as_is?: components["parameters"]["AsIs"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Import"];
        responses: {
            200: components["responses"]["Imported"];
            default: components["responses"]["Error"];
        };
    };
    listOutsourcingWork: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description A day of the week, Monday to Sunday; without it today */
                week_from?: components["parameters"]["WeekFrom"];
                /** @description late returns; handed over, or back, in the week; owing an answer; all */
                filter?: "late" | "handover" | "return" | "waiting" | "all";
                /** @description As the summary names it: the code of a partner, else its name */
                partner?: components["parameters"]["Partner"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutsourcingWorkPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getOutsourcingSummary: {
        parameters: {
            query?: {
                /** @description A day of the week, Monday to Sunday; without it today */
                week_from?: components["parameters"]["WeekFrom"];
                /** @description As the summary names it: the code of a partner, else its name */
                partner?: components["parameters"]["Partner"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutsourcingSummary"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    answerOutsourcing: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OutsourcingAnswer"];
            };
        };
        responses: {
            /** @description The work as it is now, with what should be known */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutsourcingAnswered"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    takeAnsweredSheets: {
        parameters: {
            query?: {
                /** @description 1: write nothing, say what would change */
                dry_run?: components["parameters"]["DryRun"];
                /** @description 1: leave the bad rows out and name them as warnings */
                skip_bad_rows?: components["parameters"]["SkipBadRows"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description What the sheet says, against what is known */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnsweredSheets"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listEmployees: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description `field` or `-field`; ties by id */
                ordering?: components["parameters"]["Ordering"];
                /** @description Comma list of ids */
                ids?: components["parameters"]["Ids"];
                /** @description Part of the employee id */
                employee_id_search?: components["parameters"]["EmployeeIdSearch"];
                /** @description Part of the furigana */
                name_furigana_search?: components["parameters"]["NameFuriganaSearch"];
                /** @description The role, exact */
                permission_search?: components["parameters"]["PermissionSearch"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployeePage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createEmployee: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmployeeCreate"];
            };
        };
        responses: {
            /** @description The row */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Employee"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getEmployee: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The row */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Employee"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteEmployee: {
        parameters: {
            query?: {
                /** @description The version that was read; a stale one is a 409. Left out: nothing is compared, and the write is accepted */
                version?: components["parameters"]["Version"];
            };
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Version"];
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    updateEmployee: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmployeeFields"];
            };
        };
        responses: {
            /** @description The row */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Employee"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createResetLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetLink"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    importEmployees: {
        parameters: {
            query?: {
                /** @description 1: write nothing, say what would change */
                dry_run?: components["parameters"]["DryRun"];
                /** @description 1: leave the bad rows out and name them as warnings */
                skip_bad_rows?: components["parameters"]["SkipBadRows"];
                /** @description The file that the rows of a JSON body were read from; for the history */
                file_name?: components["parameters"]["FileName"];
                /** @description Of the file that the rows of a JSON body were read from, with rows taken out and sheet, so that the same file is recognised whichever way it came in. SHA-256 of its bytes followed by `[[12,13],"Sheet1"]` in UTF-8 */
                content_hash?: components["parameters"]["ContentHash"];
                /** @description 1: give back every lost zero that a dry run would propose; `repairs` of the answer are those. A lot that is there with fewer zeros takes the spelling of the file */
                repair?: components["parameters"]["Repair"];
                /** @description 1: take in what would double something that is there but for zeros in front (追番 1 beside 01); without it such rows are errors */
                as_is?: components["parameters"]["AsIs"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Import"];
        responses: {
            200: components["responses"]["Imported"];
            default: components["responses"]["Error"];
        };
    };
    listHolidays: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description `field` or `-field`; ties by id */
                ordering?: components["parameters"]["Ordering"];
                /** @description First day, inclusive */
                from_date?: components["parameters"]["FromDate"];
                /** @description Last day, inclusive; not before from_date */
                to_date?: components["parameters"]["ToDate"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HolidayPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    createHoliday: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HolidayCreate"];
            };
        };
        responses: {
            /** @description It was one already */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Holiday"];
                };
            };
            /** @description The row */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Holiday"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getClosedDays: {
        parameters: {
            query: {
                /** @description First day, inclusive */
                from_date: components["schemas"]["PlanDate"];
                /** @description Last day, inclusive; not before from_date */
                to_date: components["schemas"]["PlanDate"];
                /** @description The id of a plan; absent, and the id of the published one, the published one */
                plan?: components["parameters"]["Plan"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In order, and how far the table goes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClosedDays"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    deleteHoliday: {
        parameters: {
            query?: {
                /** @description The version that was read; a stale one is a 409. Left out: nothing is compared, and the write is accepted */
                version?: components["parameters"]["Version"];
            };
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Version"];
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    importHolidays: {
        parameters: {
            query?: {
                /** @description 1: write nothing, say what would change */
                dry_run?: components["parameters"]["DryRun"];
                /** @description 1: leave the bad rows out and name them as warnings */
                skip_bad_rows?: components["parameters"]["SkipBadRows"];
                /** @description The file that the rows of a JSON body were read from; for the history */
                file_name?: components["parameters"]["FileName"];
                /** @description Of the file that the rows of a JSON body were read from, with rows taken out and sheet, so that the same file is recognised whichever way it came in. SHA-256 of its bytes followed by `[[12,13],"Sheet1"]` in UTF-8 */
                content_hash?: components["parameters"]["ContentHash"];
                /** @description 1: give back every lost zero that a dry run would propose; `repairs` of the answer are those. A lot that is there with fewer zeros takes the spelling of the file */
                repair?: components["parameters"]["Repair"];
                /** @description 1: take in what would double something that is there but for zeros in front (追番 1 beside 01); without it such rows are errors */
                as_is?: components["parameters"]["AsIs"];
            };
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Import"];
        responses: {
            200: components["responses"]["Imported"];
            default: components["responses"]["Error"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description `field` or `-field`; ties by id */
                ordering?: components["parameters"]["Ordering"];
                /** @description The kind of row; rows that belong to one of its rows too (the recipes of products) */
                kind?: string;
                /** @description Part of the key or of the name; then the records of imports are given too, by their keys */
                key_search?: string;
                /** @description Part of the id or of the name of who did it */
                actor_search?: string;
                /** @description The records of one import, by the id of its row */
                part_of?: number;
                /** @description First day, inclusive */
                from_date?: components["parameters"]["FromDate"];
                /** @description Last day, inclusive; not before from_date */
                to_date?: components["parameters"]["ToDate"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getMasterCheck: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MasterCheckPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    joinDoubles: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MasterCheckJoin"];
            };
        };
        responses: {
            /** @description They are one */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listNights: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description `field` or `-field`; ties by id */
                ordering?: components["parameters"]["Ordering"];
                /** @description How it ended */
                status?: components["schemas"]["NightStatus"];
                /** @description First day, inclusive */
                from_date?: components["parameters"]["FromDate"];
                /** @description Last day, inclusive; not before from_date */
                to_date?: components["parameters"]["ToDate"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NightPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getLatestNight: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What there is */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LatestNight"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getNight: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The night */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Night"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    acknowledgeNight: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Noted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    getNightLeftOutRows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listImportHistory: {
        parameters: {
            query?: {
                /** @description Rows of a page; 100 when not given */
                limit?: components["parameters"]["Limit"];
                /** @description Rows to skip; 0 when not given */
                offset?: components["parameters"]["Offset"];
                /** @description `field` or `-field`; ties by id */
                ordering?: components["parameters"]["Ordering"];
                /** @description The import kind */
                kind?: components["schemas"]["ImportKind"];
                /** @description Part of the file's name */
                file_name_search?: string;
                /** @description Part of the employee's id or name */
                actor_search?: string;
                /** @description 1: only imports that were refused */
                refused?: 0 | 1;
                /** @description 1: only imports that left rows out */
                left_out?: 0 | 1;
                /** @description First day, inclusive */
                from_date?: components["parameters"]["FromDate"];
                /** @description Last day, inclusive; not before from_date */
                to_date?: components["parameters"]["ToDate"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportHistoryPage"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getImportHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportHistoryEntry"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getLeftOutRows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getImportUndo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What would come of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportUndo"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    undoImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key and body give the same answer for 24 h at least, another body 409 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A malformed or too large id is a 404 */
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportUndo"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getLeftOutOfImports: {
        parameters: {
            query: {
                /** @description The imports, comma list */
                ids: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    getImportTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: components["schemas"]["ImportKind"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "text/csv": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
}
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
