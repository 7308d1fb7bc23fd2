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
