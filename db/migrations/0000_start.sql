CREATE TABLE `attempts` (
	`key` text NOT NULL,
	`window_start` integer NOT NULL,
	`count` integer NOT NULL,
	`ends_at` integer NOT NULL,
	PRIMARY KEY(`key`, `window_start`)
);
--> statement-breakpoint
CREATE INDEX `attempts_by_end` ON `attempts` (`ends_at`);--> statement-breakpoint
CREATE TABLE `email_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`old_email` text NOT NULL,
	`new_email` text NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer,
	`undone_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `email_changes_of_member` ON `email_changes` (`member_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `known_devices` (
	`member_id` text NOT NULL,
	`device` text NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `device`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `members` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`status` text NOT NULL,
	`ban_reason` text,
	`status_before` text,
	`deleted_at` integer,
	`delete_reason` text,
	`name` text NOT NULL,
	`country` text,
	`countryregion` text,
	`city` text,
	`gender` text,
	`date_of_birth` text,
	`language` text NOT NULL,
	`locale` text NOT NULL,
	`timezone` text,
	`personal` text,
	`main_image_id` text,
	`is_fictional` integer DEFAULT false NOT NULL,
	`has_photo` integer DEFAULT false NOT NULL,
	`activity_bucket` integer DEFAULT 0 NOT NULL,
	`last_active_at` integer DEFAULT 0 NOT NULL,
	`is_paused` integer DEFAULT false NOT NULL,
	`hide_presence` integer DEFAULT false NOT NULL,
	`hide_fictional` integer DEFAULT false NOT NULL,
	`hidden_words` text DEFAULT '[]' NOT NULL,
	`away_mailed_at` integer DEFAULT 0 NOT NULL,
	`saved_search` text,
	`credits` integer DEFAULT 0 NOT NULL,
	`premium_until` integer,
	`payment_country` text,
	`payment_country_changed_at` integer,
	`last_signup_step` integer,
	`signup_key` text,
	`signup_origin` text,
	`created_at` integer NOT NULL,
	`birth_year` integer GENERATED ALWAYS AS (cast(substr(date_of_birth, 1, 4) as integer)) STORED,
	`search_rank` integer GENERATED ALWAYS AS (is_fictional * 8589934592 + (1 - has_photo) * 4294967296 + 4294967295 - activity_bucket) STORED,
	`is_searchable` integer GENERATED ALWAYS AS (status = 'active' and is_paused = 0 and country is not null and gender is not null and date_of_birth is not null) STORED,
	CONSTRAINT "members_credits_not_negative" CHECK(credits >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `members_email_unique` ON `members` (`email`);--> statement-breakpoint
CREATE INDEX `members_ranked` ON `members` (`country`,`gender`,`search_rank`,`id`,`date_of_birth`,`countryregion`) WHERE is_searchable;--> statement-breakpoint
CREATE INDEX `members_ranked_by_year` ON `members` (`country`,`gender`,`birth_year`,`search_rank`,`id`,`date_of_birth`,`countryregion`) WHERE is_searchable;--> statement-breakpoint
CREATE INDEX `members_ranked_everywhere` ON `members` (`search_rank`,`id`,`country`,`gender`,`date_of_birth`,`countryregion`) WHERE is_searchable;--> statement-breakpoint
CREATE INDEX `members_ranked_in_region` ON `members` (`countryregion`,`gender`,`search_rank`,`id`,`date_of_birth`) WHERE is_searchable;--> statement-breakpoint
CREATE INDEX `members_newest` ON `members` (`country`,`gender`,`created_at`,`id`,`search_rank`,`date_of_birth`,`countryregion`) WHERE is_searchable;--> statement-breakpoint
CREATE INDEX `members_to_erase` ON `members` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`device` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_of_member` ON `sessions` (`member_id`,`token_hash`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `catalogue` (
	`kind` text NOT NULL,
	`parent` text DEFAULT '' NOT NULL,
	`id` text NOT NULL,
	`position` integer NOT NULL,
	`icon` text DEFAULT '' NOT NULL,
	`labels` text NOT NULL,
	PRIMARY KEY(`kind`, `parent`, `id`)
);
--> statement-breakpoint
CREATE TABLE `cities` (
	`id` integer PRIMARY KEY NOT NULL,
	`country` text NOT NULL,
	`region_id` text,
	`name` text NOT NULL,
	`lat` real NOT NULL,
	`lon` real NOT NULL,
	`cell` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `cities_in_cell` ON `cities` (`cell`);--> statement-breakpoint
CREATE TABLE `regions` (
	`id` text PRIMARY KEY NOT NULL,
	`country` text NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `regions_of_country` ON `regions` (`country`,`name`);--> statement-breakpoint
CREATE TABLE `conversations` (
	`id` text PRIMARY KEY NOT NULL,
	`lower_member_id` text NOT NULL,
	`higher_member_id` text NOT NULL,
	`first_sender_id` text,
	`created_at` integer NOT NULL,
	CONSTRAINT "conversations_ordered" CHECK(lower_member_id < higher_member_id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conversations_of_pair` ON `conversations` (`lower_member_id`,`higher_member_id`);--> statement-breakpoint
CREATE TABLE `first_messages` (
	`member_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`text_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `conversation_id`)
);
--> statement-breakpoint
CREATE INDEX `first_messages_by_time` ON `first_messages` (`member_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `first_messages_past` ON `first_messages` (`created_at`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`seq` integer NOT NULL,
	`sender_id` text NOT NULL,
	`client_id` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_in_order` ON `messages` (`conversation_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_once` ON `messages` (`sender_id`,`client_id`);--> statement-breakpoint
CREATE TABLE `participants` (
	`member_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`other_id` text NOT NULL,
	`last_seq` integer DEFAULT 0 NOT NULL,
	`last_text` text DEFAULT '' NOT NULL,
	`last_sender_id` text DEFAULT '' NOT NULL,
	`last_at` integer DEFAULT 0 NOT NULL,
	`unread` integer DEFAULT 0 NOT NULL,
	`read_to` integer DEFAULT 0 NOT NULL,
	`cleared_to` integer DEFAULT 0 NOT NULL,
	`is_listed` integer DEFAULT false NOT NULL,
	`is_open` integer DEFAULT true NOT NULL,
	`is_message_request` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`member_id`, `conversation_id`)
);
--> statement-breakpoint
CREATE INDEX `participants_newest_first` ON `participants` (`member_id`,last_at desc,`conversation_id`) WHERE is_listed;--> statement-breakpoint
CREATE INDEX `participants_unread` ON `participants` (`member_id`,`unread`) WHERE unread > 0;--> statement-breakpoint
CREATE INDEX `participants_unread_by_time` ON `participants` (`last_at`,`member_id`) WHERE unread > 0;--> statement-breakpoint
CREATE TABLE `complaints` (
	`number` text PRIMARY KEY NOT NULL,
	`member_id` text,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`locale` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`reference` text NOT NULL,
	`profile_id` text,
	`created_at` integer NOT NULL,
	`answer` text,
	`answered_at` integer,
	`closed_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`profile_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `complaints_open` ON `complaints` (`created_at`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `complaints_closed` ON `complaints` (`closed_at`) WHERE closed_at is not null;--> statement-breakpoint
CREATE INDEX `complaints_to_answer` ON `complaints` (`closed_at`) WHERE answer is not null and answered_at is null;--> statement-breakpoint
CREATE INDEX `complaints_by_address` ON `complaints` (`email`,`created_at`);--> statement-breakpoint
CREATE INDEX `complaints_of_member` ON `complaints` (`member_id`);--> statement-breakpoint
CREATE INDEX `complaints_about` ON `complaints` (`profile_id`) WHERE profile_id is not null;--> statement-breakpoint
CREATE TABLE `debt_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`reference` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `debt_lines_of_member` ON `debt_lines` (`member_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `debt_lines_once` ON `debt_lines` (`reason`,`reference`);--> statement-breakpoint
CREATE TABLE `debts` (
	`member_id` text PRIMARY KEY NOT NULL,
	`owed` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "debts_not_negative" CHECK(owed >= 0)
);
--> statement-breakpoint
CREATE TABLE `ledger` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`reference` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ledger_of_member` ON `ledger` (`member_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_once` ON `ledger` (`reason`,`reference`);--> statement-breakpoint
CREATE TABLE `spending_limits` (
	`member_id` text PRIMARY KEY NOT NULL,
	`day` integer,
	`week` integer,
	`month` integer,
	`pending` text,
	`pending_from` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `entitlements` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`source` text NOT NULL,
	`order_id` text,
	`plan_id` text,
	`from_at` integer NOT NULL,
	`until_at` integer NOT NULL,
	`renews` integer DEFAULT false NOT NULL,
	`state` text NOT NULL,
	`provider` text,
	`subscription` text,
	`customer` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `entitlements_orderId_unique` ON `entitlements` (`order_id`);--> statement-breakpoint
CREATE INDEX `entitlements_of_member` ON `entitlements` (`member_id`,`until_at`);--> statement-breakpoint
CREATE INDEX `entitlements_running` ON `entitlements` (`until_at`) WHERE state = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX `entitlements_of_subscription` ON `entitlements` (`subscription`,`from_at`) WHERE subscription is not null;--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text,
	`nonce` text NOT NULL,
	`kind` text NOT NULL,
	`product_id` text NOT NULL,
	`credits` integer DEFAULT 0 NOT NULL,
	`extra_credits` integer DEFAULT 0 NOT NULL,
	`months` integer DEFAULT 0 NOT NULL,
	`country` text NOT NULL,
	`currency` text NOT NULL,
	`full_amount` integer NOT NULL,
	`amount` integer NOT NULL,
	`vat_rate` integer NOT NULL,
	`vat_amount` integer NOT NULL,
	`discount_code` text,
	`method` text NOT NULL,
	`provider` text NOT NULL,
	`provider_ref` text,
	`redirect` text,
	`status` text NOT NULL,
	`renews` integer DEFAULT false NOT NULL,
	`renewal_of` text,
	`returned_amount` integer DEFAULT 0 NOT NULL,
	`is_charged_back` integer DEFAULT false NOT NULL,
	`withdrawn_credits` integer DEFAULT 0 NOT NULL,
	`withdrawn_amount` integer DEFAULT 0 NOT NULL,
	`taken_credits` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	`due_at` integer,
	`tries` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_providerRef_unique` ON `orders` (`provider_ref`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_once` ON `orders` (`member_id`,`nonce`);--> statement-breakpoint
CREATE INDEX `orders_of_member` ON `orders` (`member_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `orders_due` ON `orders` (`due_at`) WHERE due_at is not null;--> statement-breakpoint
CREATE TABLE `payment_methods` (
	`country` text NOT NULL,
	`id` text NOT NULL,
	`position` integer NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	PRIMARY KEY(`country`, `id`)
);
--> statement-breakpoint
CREATE INDEX `payment_methods_in_order` ON `payment_methods` (`country`,`position`);--> statement-breakpoint
CREATE TABLE `prices` (
	`product_id` text NOT NULL,
	`country` text NOT NULL,
	`currency` text NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`country`, `product_id`),
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `products` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`credits` integer DEFAULT 0 NOT NULL,
	`months` integer DEFAULT 0 NOT NULL,
	`position` integer NOT NULL,
	`is_active` integer DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE `discount_uses` (
	`order_id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`member_id` text,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`code`) REFERENCES `discounts`(`code`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `discount_uses_of_code` ON `discount_uses` (`code`,`state`);--> statement-breakpoint
CREATE INDEX `discount_uses_of_member` ON `discount_uses` (`member_id`,`code`);--> statement-breakpoint
CREATE TABLE `discounts` (
	`code` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`percent` integer,
	`extra_credits` integer,
	`starts_at` integer NOT NULL,
	`ends_at` integer,
	`hours` integer,
	`uses` integer,
	`per_account` integer DEFAULT 1 NOT NULL,
	`member_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `discounts_by_kind` ON `discounts` (`kind`,`ends_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `discounts_stay` ON `discounts` (`member_id`);--> statement-breakpoint
CREATE TABLE `like_notification_log` (
	`liker_id` text NOT NULL,
	`liked_id` text NOT NULL,
	`like_notified_at` integer,
	`was_seen` integer DEFAULT false NOT NULL,
	`match_notified_at` integer,
	PRIMARY KEY(`liker_id`, `liked_id`),
	FOREIGN KEY (`liker_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`liked_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `like_notification_log_of_liked` ON `like_notification_log` (`liked_id`);--> statement-breakpoint
CREATE INDEX `like_notification_log_by_time` ON `like_notification_log` (case when match_notified_at is null or like_notified_at > match_notified_at then like_notified_at else match_notified_at end);--> statement-breakpoint
CREATE TABLE `likes` (
	`liker_id` text NOT NULL,
	`liked_id` text NOT NULL,
	`is_new` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`liker_id`, `liked_id`),
	FOREIGN KEY (`liker_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`liked_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `likes_received` ON `likes` (`liked_id`,is_new desc,created_at desc,`liker_id`);--> statement-breakpoint
CREATE INDEX `likes_new_by_time` ON `likes` (`created_at`,`liked_id`) WHERE is_new = 1;--> statement-breakpoint
CREATE INDEX `likes_given` ON `likes` (`liker_id`,created_at desc,`liked_id`);--> statement-breakpoint
CREATE TABLE `account_notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`kind` text NOT NULL,
	`event` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_notifications_of_member` ON `account_notifications` (`member_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `notification_settings` (
	`member_id` text PRIMARY KEY NOT NULL,
	`matrix` text DEFAULT '{}' NOT NULL,
	`quiet_from` text,
	`quiet_to` text,
	`read_to` integer DEFAULT 0 NOT NULL,
	`daily_due_at` integer,
	`weekly_due_at` integer,
	`daily_since` integer DEFAULT 0 NOT NULL,
	`weekly_since` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notification_settings_daily` ON `notification_settings` (`daily_due_at`) WHERE daily_due_at is not null;--> statement-breakpoint
CREATE INDEX `notification_settings_weekly` ON `notification_settings` (`weekly_due_at`) WHERE weekly_due_at is not null;--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`session_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_unique` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_of_member` ON `push_subscriptions` (`member_id`,`seen_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_of_session` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE TABLE `pushes` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`kind` text NOT NULL,
	`tag` text NOT NULL,
	`subscription_id` text DEFAULT '' NOT NULL,
	`conversation_id` text,
	`count` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pushes_of_tag` ON `pushes` (`member_id`,`tag`,`subscription_id`);--> statement-breakpoint
CREATE INDEX `pushes_due` ON `pushes` (`due_at`);--> statement-breakpoint
CREATE TABLE `event_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`event` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`is_push_queued` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `event_outbox_due` ON `event_outbox` (`due_at`);--> statement-breakpoint
CREATE INDEX `event_outbox_of_member` ON `event_outbox` (`member_id`);--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`headers` text,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`accepted_at` integer
);
--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`due_at`) WHERE accepted_at is null;--> statement-breakpoint
CREATE INDEX `mails_of_member` ON `mails` (`member_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE TABLE `file_removals` (
	`name` text PRIMARY KEY NOT NULL,
	`due_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `file_removals_due` ON `file_removals` (`due_at`);--> statement-breakpoint
CREATE TABLE `images` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`position` integer NOT NULL,
	`thumb` text NOT NULL,
	`medium` text NOT NULL,
	`large` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`thumbhash` text NOT NULL,
	`is_nude` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `images_of_member` ON `images` (`member_id`,`position`);--> statement-breakpoint
CREATE TABLE `member_fields` (
	`member_id` text NOT NULL,
	`field_id` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`member_id`, `field_id`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `member_interests` (
	`member_id` text NOT NULL,
	`interest_id` text NOT NULL,
	PRIMARY KEY(`member_id`, `interest_id`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `blocks` (
	`blocker_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`blocker_id`, `blocked_id`),
	FOREIGN KEY (`blocker_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `blocks_received` ON `blocks` (`blocked_id`,`blocker_id`);--> statement-breakpoint
CREATE INDEX `blocks_by_time` ON `blocks` (`blocker_id`,created_at desc,`blocked_id`);--> statement-breakpoint
CREATE TABLE `hides` (
	`member_id` text NOT NULL,
	`hidden_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `hidden_id`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`hidden_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `hides_by_time` ON `hides` (`member_id`,created_at desc,`hidden_id`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`reporter_id` text NOT NULL,
	`reported_id` text NOT NULL,
	`reason` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`messages` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`reporter_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reported_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reports_open` ON `reports` (`created_at`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `reports_of_reporter` ON `reports` (`reporter_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_of_reported` ON `reports` (`reported_id`);